import { z } from 'zod'
import { amount, currencyCode, DEFAULT_THRESHOLD, type DocumentType, isoDate, text } from './document-type.ts'

export const invoice: DocumentType = {
  name: 'invoice',
  title: 'Invoice',
  fields: [
    {
      name: 'issuer',
      label: 'Issuer',
      form: 'text',
      optional: false,
      threshold: DEFAULT_THRESHOLD,
      description: 'name of the company that sends the invoice',
    },
    {
      name: 'invoice_number',
      label: 'Invoice number',
      form: 'identifier',
      optional: false,
      threshold: DEFAULT_THRESHOLD,
      description: 'the number of the invoice, not of the order or the customer',
    },
    { name: 'date', label: 'Date', form: 'date', optional: false, threshold: DEFAULT_THRESHOLD, description: 'date of the invoice' },
    {
      name: 'due_date',
      label: 'Due date',
      form: 'date',
      optional: true,
      threshold: DEFAULT_THRESHOLD,
      description: 'date by which it must be paid',
    },
    { name: 'currency', label: 'Currency', form: 'currency', optional: false, threshold: DEFAULT_THRESHOLD, description: 'ISO 4217 code' },
    {
      name: 'total',
      label: 'Total',
      form: 'amount',
      optional: false,
      threshold: DEFAULT_THRESHOLD,
      description: 'total to pay, tax included',
    },
    {
      name: 'untaxed',
      label: 'Total without tax',
      form: 'amount',
      optional: true,
      threshold: DEFAULT_THRESHOLD,
      description: 'total before tax',
    },
    { name: 'tax', label: 'Tax', form: 'amount', optional: true, threshold: DEFAULT_THRESHOLD, description: 'sum of all taxes' },
  ],
  schema: z.strictObject({
    issuer: text,
    invoice_number: text.nullable(),
    date: isoDate,
    due_date: isoDate.nullable(),
    currency: currencyCode.nullable(),
    total: amount,
    untaxed: amount.nullable(),
    tax: amount.nullable(),
  }),
}
