import { z } from 'zod'
import { argumentsSchema, type CallAnswer, type ToolCall } from './tool-calls.ts'

/**
 * Agent Inbox's `HumanInterrupt`, alone or as a list, answered with a list of `HumanResponse`
 * (https://github.com/langchain-ai/agent-inbox; `@langchain/langgraph/prebuilt` has the types).
 */
const interruptSchema = z.object({
  action_request: z.object({ action: z.string().min(1), args: argumentsSchema }),
  config: z.object({
    allow_accept: z.boolean().default(false),
    allow_edit: z.boolean().default(false),
    allow_respond: z.boolean().default(false),
    allow_ignore: z.boolean().default(false),
  }),
  description: z.string().nullish(),
})
const requestSchema = z.union([z.array(interruptSchema).min(1).max(50), interruptSchema.transform((one) => [one])])

/** Null where the value is none of this format. */
export function readHumanInterrupts(value: unknown): ToolCall[] | null {
  const read = requestSchema.safeParse(value)
  if (!read.success) return null
  return read.data.map(({ action_request: call, config, description }) => ({
    call,
    tool: call.action,
    verbs: [
      ...(config.allow_accept ? (['approve'] as const) : []),
      ...(config.allow_edit ? (['edit'] as const) : []),
      ...(config.allow_respond ? (['respond'] as const) : []),
      ...(config.allow_ignore ? (['ignore'] as const) : []),
    ],
    description: description ?? undefined,
  }))
}

export interface HumanResponse {
  type: 'accept' | 'edit' | 'response' | 'ignore'
  args: null | string | ToolCall['call']
}

/** The format knows no rejection: words go to the agent as a response where that is allowed, else the call is ignored. */
export function humanResponses(calls: ToolCall[], answers: CallAnswer[]): HumanResponse[] {
  return answers.flatMap((answer, at) => {
    const asked = calls[at]
    return asked ? [humanResponse(asked, answer)] : []
  })
}

function humanResponse({ call, verbs }: ToolCall, answer: CallAnswer): HumanResponse {
  switch (answer.verb) {
    case 'approve':
      return { type: 'accept', args: call }
    case 'edit':
      return { type: 'edit', args: { ...call, args: answer.args } }
    case 'respond':
      return { type: 'response', args: answer.message }
    case 'reject':
      return answer.message !== null && verbs.includes('respond')
        ? { type: 'response', args: answer.message }
        : { type: 'ignore', args: null }
    case 'ignore':
      return { type: 'ignore', args: null }
  }
}
