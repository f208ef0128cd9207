/**
 * @typedef {object} Contract
 * @property {string} title
 * @property {string} running head of every page
 * @property {string[]} parties
 * @property {{ heading: string, paragraphs: string[] }[]} articles
 */

/** @type {Contract} */
export const CONTRACT = {
  title: 'Lift maintenance agreement',
  running: 'Lift maintenance agreement · Ridgeway Lifts Ltd and Kestrel Court Residents Association',
  parties: [
    'This agreement is made on 3 November 2025 between Ridgeway Lifts Ltd, 41 Foundry Lane, Sheffield (the Contractor) and the Kestrel Court Residents Association, 1 Kestrel Court, Leeds (the Association).',
    'The Association owns two passenger lifts at Kestrel Court, each serving nine floors. The Contractor agrees to keep both in safe working order on the terms below.',
  ],
  articles: [
    {
      heading: '1. Scope of the service',
      paragraphs: [
        'The Contractor inspects each lift once every calendar month. An inspection covers the ropes and their terminations, the governor, the brakes, the doors and their detectors, the landing levels, the emergency lighting and the alarm line.',
        'Wear parts up to a value of 150 pounds for each visit are included in the fee. This takes in door rollers, guide shoes, contact strips, lamps and lubricants. Ropes, motors, controllers and car interiors are not included and are quoted for separately.',
        'Work is done between 08:00 and 17:00 on weekdays. A lift is taken out of service for no longer than four hours at a time without the consent of the Association, and never both lifts at once.',
      ],
    },
    {
      heading: '2. Response times',
      paragraphs: [
        'When a person is trapped in a lift, a technician is on site within 45 minutes of the call, at any hour and on any day of the year.',
        'For any other breakdown, a technician is on site within four hours when the call is received before 15:00 on a weekday, and before noon of the next working day otherwise.',
        'If the Contractor misses a response time, the fee of the month is reduced by 10 per cent for each occurrence, up to half of the fee.',
      ],
    },
    {
      heading: '3. Fee and adjustment',
      paragraphs: [
        'The Association pays a fixed fee for each month, in arrears, within thirty days of receiving an account. The fee for both lifts together is 312 pounds before value added tax.',
        'The fee is adjusted once a year, on 1 April, by the change in the index of hourly labour costs published for the construction sector. An adjustment above four per cent entitles the Association to end the agreement with two months of notice.',
      ],
    },
    {
      heading: '4. Records',
      paragraphs: [
        'The Contractor keeps a log book in the machine room. Every visit is entered with its date, the name of the technician, what was found and what was done. The log book belongs to the Association.',
        'A summary of all faults, with the time each lift was out of service, is sent to the Association in January for the year before.',
        'The statutory examination by an independent competent person takes place every six months. The Contractor attends it and remedies what it finds within the period the examiner sets.',
      ],
    },
    {
      heading: '5. Insurance and liability',
      paragraphs: [
        'The Contractor holds public liability insurance of at least five million pounds and shows the certificate before the first visit and on each renewal.',
        'The Contractor is liable for damage caused by its negligence or that of its subcontractors. It is not liable for damage from vandalism, flooding, or use of a lift beyond its rated load.',
        'Subcontractors may be used for lifting heavy parts only, and are named to the Association beforehand.',
      ],
    },
    {
      heading: '6. Access and keys',
      paragraphs: [
        'The Association gives the Contractor two keys to the machine room and a code for the main entrance. The loss of a key is reported on the same day, and the Contractor bears the cost of changing the lock.',
        'Residents are told of planned work by a notice in the entrance hall at least three days before it begins.',
      ],
    },
    {
      heading: '7. Term and notice',
      paragraphs: [
        'The agreement begins on 1 January 2026 and runs for three years. It is then extended by one year at a time unless either side gives notice of at least three months before the end of the term.',
        'Either side may end it at once if the other commits a serious breach and does not put it right within fourteen days of being told in writing. Two lapses of the insurance named in article 5 are a serious breach.',
        'When the agreement ends, the Contractor hands over the log book, all keys, and the passwords and tools without which the controllers cannot be serviced by another company.',
      ],
    },
    {
      heading: '8. Law and disputes',
      paragraphs: [
        'The law of England and Wales applies. The parties try to settle any dispute by mediation before going to court; each bears half of the cost of the mediator.',
        'Signed in two copies, one for each party. For the Contractor: P. Okafor, managing director. For the Association: H. Lindqvist, chair.',
      ],
    },
  ],
}
