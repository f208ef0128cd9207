import { readFile } from 'node:fs/promises'
import type { CountersignClient } from '@countersign/client'
import { z } from 'zod'
import type { TrackedFile } from './outcome.ts'

const questionsSchema = z.array(z.object({ document: z.string(), question: z.string().min(1) }))
export type Question = z.infer<typeof questionsSchema>[number]

/** A question that was asked: whether its document is among the passages found, and what came first. */
export interface Answer extends Question {
  found: boolean
  first: string | null
}

/** How many passages a reader would look at. */
const LOOKED_AT = 5

/** The questions that were written for the samples, by the name of the file that answers them. */
export async function readQuestions(path: string): Promise<Question[]> {
  return questionsSchema.parse(JSON.parse(await readFile(path, 'utf8')))
}

/**
 * Asks the questions about those of these files that are indexed, and looks for the file's document among the first
 * passages. Changes nothing.
 */
export async function askQuestions(
  client: CountersignClient,
  questions: readonly Question[],
  files: readonly TrackedFile[],
): Promise<Answer[]> {
  const answers: Answer[] = []
  for (const question of questions) {
    const document = files.find(({ name, detail }) => name === question.document && detail?.status === 'done')?.detail?.document
    if (document === undefined) continue
    const hits = await client.search(question.question, { limit: LOOKED_AT })
    answers.push({ ...question, found: hits.some((hit) => hit.document === document), first: hits[0]?.name ?? null })
  }
  return answers
}
