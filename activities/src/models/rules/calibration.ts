import type { Calibration } from './confidence.ts'

/** Fields whose readings behave alike are calibrated together: alone, most have too few samples. */
export type CalibrationGroup =
  | 'invoice.amount'
  | 'invoice.date'
  | 'invoice.text'
  | 'receipt.address'
  | 'receipt.company'
  | 'receipt.date'
  | 'receipt.total'

/** Fitted by `npm run eval:extraction -- --fit` (eval/README.md says on what, and what that is worth). */
export const CALIBRATION: Record<CalibrationGroup, Calibration> = {
  'invoice.amount': { bias: -0.564, fit: 2.384, lead: 1.526, sums: 1.531, conflict: -2.774, ceiling: 0.976 },
  'invoice.date': { bias: -0.518, fit: 2.697, lead: 1.528, sums: 1.5, conflict: -2.565, ceiling: 0.955 },
  'invoice.text': { bias: -1.201, fit: 2.248, lead: 1.069, sums: 1.5, conflict: -3, ceiling: 0.966 },
  'receipt.address': { bias: -0.096, fit: 2.584, lead: 0.338, sums: 1.5, conflict: -3.066, ceiling: 0.991 },
  'receipt.company': { bias: -0.798, fit: 2.004, lead: 2.031, sums: 1.5, conflict: -3, ceiling: 0.991 },
  'receipt.date': { bias: 2.434, fit: 2.429, lead: 1.886, sums: 1.5, conflict: -1.885, ceiling: 0.991 },
  'receipt.total': { bias: -2.985, fit: 2.934, lead: 1.658, sums: 2.14, conflict: -3, ceiling: 0.991 },
}
