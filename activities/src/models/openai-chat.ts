import { CountersignError } from '@countersign/workflows/contract'
import { z } from 'zod'
import { countTokens } from '../engine/token-usage.ts'
import type { ChatModel, ChatRequest } from './chat-model.ts'
import { asModelError, createOpenAiClient, type Endpoint } from './openai-client.ts'

/** A chat model of any OpenAI-compatible server (OpenAI, Mistral, vLLM, llama.cpp, Ollama …) with answers bound to a JSON schema. */
export function createOpenAiChat(endpoint: Endpoint, model: string): ChatModel {
  const client = createOpenAiClient(endpoint)
  return {
    name: model,
    answer: async (request) => {
      try {
        const { system, user, signal, schema, schemaName } = request
        const completion = await client.chat.completions.create(
          {
            model,
            temperature: 0,
            messages: [
              { role: 'system', content: system },
              { role: 'user', content: user },
            ],
            response_format: {
              type: 'json_schema',
              json_schema: { name: schemaName, strict: true, schema: { ...z.toJSONSchema(schema) } },
            },
          },
          { signal },
        )
        const { usage } = completion
        if (usage) countTokens({ input: usage.prompt_tokens, output: usage.completion_tokens })
        const choice = completion.choices[0]
        if (choice?.finish_reason === 'length') throw failed(model, 'its answer was cut off')
        return parseAnswer(choice?.message.content ?? choice?.message.refusal ?? '', request, model)
      } catch (error) {
        throw asModelError(error, endpoint, model, request.signal)
      }
    },
  }
}

function parseAnswer<T>(content: string, { schema }: ChatRequest<T>, model: string): T {
  let json: unknown
  try {
    // Servers that know no structured output wrap the JSON in a code fence.
    json = JSON.parse(content.replace(/^\s*```(?:json)?\s*|\s*```\s*$/g, ''))
  } catch (error) {
    throw failed(model, 'its answer is no JSON', error)
  }
  const parsed = schema.safeParse(json)
  if (!parsed.success) throw failed(model, `its answer has another shape than asked for (${z.prettifyError(parsed.error).slice(0, 200)})`)
  return parsed.data
}

function failed(model: string, why: string, cause?: unknown): CountersignError {
  return new CountersignError('model_failed', `${model} failed: ${why}.`, { model }, { cause })
}
