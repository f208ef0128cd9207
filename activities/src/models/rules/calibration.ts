import type { Calibration } from './confidence.ts'

/** Fields whose readings behave alike are calibrated together. */
export type CalibrationGroup =
  | 'receipt.total'
  | 'receipt.date'
  | 'receipt.company'
  | 'receipt.address'
  | 'invoice.amount'
  | 'invoice.date'
  | 'invoice.text'

export const CALIBRATION: Record<CalibrationGroup, Calibration> = {
  'receipt.total': { bias: -1, fit: 2, lead: 1, sums: 1, conflict: -2 },
  'receipt.date': { bias: -1, fit: 2, lead: 1, sums: 0, conflict: -1 },
  'receipt.company': { bias: -2, fit: 2, lead: 1.5, sums: 0, conflict: 0 },
  'receipt.address': { bias: -2, fit: 1.5, lead: 1, sums: 0, conflict: 0 },
  'invoice.amount': { bias: -1, fit: 2, lead: 1, sums: 2, conflict: -3 },
  'invoice.date': { bias: -1, fit: 2, lead: 2, sums: 0, conflict: -1 },
  'invoice.text': { bias: -2, fit: 2, lead: 2, sums: 0, conflict: 0 },
}
