import { z } from 'zod'
import { argumentsSchema, type CallAnswer, type ToolCall } from './tool-calls.ts'

/**
 * LangChain.js' human-in-the-loop middleware: a `HITLRequest`, answered with a `HITLResponse`, one decision for each action in their
 * order (https://github.com/langchain-ai/langchainjs, libs/langchain/src/agents/middleware/hitl.ts).
 */
const decisionSchema = z.enum(['approve', 'edit', 'reject', 'respond'])
const requestSchema = z.object({
  actionRequests: z
    .array(z.object({ name: z.string().min(1), args: argumentsSchema, description: z.string().optional() }))
    .min(1)
    .max(50),
  reviewConfigs: z.array(
    z.object({ actionName: z.string(), allowedDecisions: z.array(decisionSchema), argsSchema: argumentsSchema.optional() }),
  ),
})

/** Null where the value is none of this format. An action that no configuration names may only be rejected. */
export function readHitlRequest(value: unknown): ToolCall[] | null {
  const read = requestSchema.safeParse(value)
  if (!read.success) return null
  const { actionRequests, reviewConfigs } = read.data
  return actionRequests.map(({ name, args, description }, at) => {
    const beside = reviewConfigs[at]
    const config = beside?.actionName === name ? beside : reviewConfigs.find(({ actionName }) => actionName === name)
    return { call: { name, args }, tool: name, verbs: config?.allowedDecisions ?? ['reject'], argsSchema: config?.argsSchema, description }
  })
}

export type HitlDecision =
  | { type: 'approve' }
  | { type: 'edit'; editedAction: { name: string; args: ToolCall['call']['args'] } }
  | { type: 'reject'; message?: string }
  | { type: 'respond'; message: string }

export function hitlResponse(calls: ToolCall[], answers: CallAnswer[]): { decisions: HitlDecision[] } {
  return { decisions: answers.flatMap((answer, at) => (calls[at] ? [hitlDecision(calls[at], answer)] : [])) }
}

function hitlDecision({ tool, verbs }: ToolCall, answer: CallAnswer): HitlDecision {
  switch (answer.verb) {
    case 'approve':
      return { type: 'approve' }
    case 'edit':
      return { type: 'edit', editedAction: { name: tool, args: answer.args } }
    case 'respond':
      return { type: 'respond', message: answer.message }
    case 'reject':
    case 'ignore': {
      const message = answer.verb === 'reject' ? answer.message : null
      if (!verbs.includes('reject') && verbs.includes('respond')) return { type: 'respond', message: message ?? 'The call was refused.' }
      return message === null ? { type: 'reject' } : { type: 'reject', message }
    }
  }
}
