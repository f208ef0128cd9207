import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { InferenceSession } from 'onnxruntime-node'
import type { PpOcr } from './read-upright.ts'

/** Loads PP-OCRv4 from its folder. */
export async function loadPpOcr(folder: string, threads: number): Promise<PpOcr> {
  const options: InferenceSession.SessionOptions = {
    executionProviders: ['cpu'],
    intraOpNumThreads: threads,
    interOpNumThreads: 1,
    // The arena keeps what the largest picture needed for ever.
    enableCpuMemArena: false,
    enableMemPattern: false,
    // Threads that wait by spinning take the CPU from everybody else, and were no faster.
    extra: { session: { intra_op: { allow_spinning: '0' } } },
  }
  const letters = (await readFile(path.join(folder, 'letters.txt'), 'utf8')).replace(/\n$/, '').split('\n')
  return {
    detector: await InferenceSession.create(path.join(folder, 'detector.onnx'), options),
    recogniser: await InferenceSession.create(path.join(folder, 'recogniser.onnx'), options),
    letters: ['', ...letters, ' '],
  }
}
