import { z } from 'zod'
import {
  amount,
  CAUTIOUS_THRESHOLD,
  CONFIRMED_THRESHOLD,
  currencyCode,
  DEFAULT_THRESHOLD,
  type DocumentType,
  isoDate,
  text,
} from './document-type.ts'

export const receipt: DocumentType = {
  name: 'receipt',
  title: 'Receipt',
  fields: [
    {
      name: 'company',
      label: 'Company',
      form: 'text',
      optional: false,
      threshold: CAUTIOUS_THRESHOLD,
      description: 'name of the shop or company',
    },
    {
      name: 'address',
      label: 'Address',
      form: 'text',
      optional: true,
      threshold: CAUTIOUS_THRESHOLD,
      description: 'postal address of the shop',
    },
    { name: 'date', label: 'Date', form: 'date', optional: false, threshold: CONFIRMED_THRESHOLD, description: 'date of the purchase' },
    { name: 'currency', label: 'Currency', form: 'currency', optional: true, threshold: DEFAULT_THRESHOLD, description: 'ISO 4217 code' },
    {
      name: 'total',
      label: 'Total',
      form: 'amount',
      optional: false,
      threshold: CONFIRMED_THRESHOLD,
      description: 'total paid, tax included, rounded as on the receipt',
    },
  ],
  schema: z.strictObject({
    company: text,
    address: text.nullable(),
    date: isoDate,
    currency: currencyCode.nullable(),
    total: amount,
  }),
}
