import type { Calibration } from './confidence.ts'

/** Fields whose readings behave alike (`scan`: of a receipt whose letters were read from a picture) are calibrated together: alone, most have too few samples. */
export type CalibrationGroup =
  | 'invoice.amount'
  | 'invoice.date'
  | 'invoice.issuer'
  | 'invoice.number'
  | 'receipt.address'
  | 'receipt.company'
  | 'receipt.date'
  | 'receipt.total'
  | 'scan.address'
  | 'scan.company'
  | 'scan.date'
  | 'scan.total'

/** Fitted by `npm run eval:extraction -- --fit` (eval/README.md says on what, and what that is worth). */
export const CALIBRATION: Record<CalibrationGroup, Calibration> = {
  'invoice.amount': { bias: -0.363, fit: 2.328, lead: 1.622, agreement: 1.485, conflict: -2.528, ceiling: 0.976 },
  'invoice.date': { bias: -0.738, fit: 2.568, lead: 1.402, agreement: 1.5, conflict: -3, ceiling: 0.955 },
  'invoice.issuer': { bias: -1.785, fit: 1.796, lead: 0.757, agreement: 1.352, conflict: -3, ceiling: 0.933 },
  'invoice.number': { bias: -0.278, fit: 2.235, lead: 1.018, agreement: 1.5, conflict: -3, ceiling: 0.938 },
  'receipt.address': { bias: -0.096, fit: 2.584, lead: 0.338, agreement: 1.5, conflict: -3.066, ceiling: 0.991 },
  'receipt.company': { bias: -1.207, fit: 2.192, lead: 2.177, agreement: 1.882, conflict: -3.597, ceiling: 0.991 },
  'receipt.date': { bias: 2.155, fit: 2.455, lead: 1.674, agreement: 1.5, conflict: -2.087, ceiling: 0.991 },
  'receipt.total': { bias: -2.985, fit: 2.934, lead: 1.658, agreement: 2.14, conflict: -3, ceiling: 0.991 },
  'scan.address': { bias: 0.049, fit: 3.088, lead: 0.955, agreement: 1.5, conflict: -3.014, ceiling: 0.991 },
  'scan.company': { bias: -0.831, fit: 2.936, lead: 1.319, agreement: 2.293, conflict: -2.874, ceiling: 0.991 },
  'scan.date': { bias: 2.874, fit: 2.479, lead: 1.708, agreement: 1.5, conflict: -2.299, ceiling: 0.991 },
  'scan.total': { bias: -2.834, fit: 3.03, lead: 1.742, agreement: 2.185, conflict: -3, ceiling: 0.991 },
}
