import { z } from 'zod'
import { countTokens } from '../engine/token-usage.ts'
import type { ChatModel } from './chat-model.ts'
import { asModelError, createOpenAiClient, type Endpoint } from './openai-client.ts'
import { answerFailed, parseAnswer } from './parse-answer.ts'

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
        if (choice?.finish_reason === 'length') throw answerFailed(model, 'its answer was cut off')
        return parseAnswer(choice?.message.content ?? choice?.message.refusal ?? '', schema, model)
      } catch (error) {
        throw asModelError(error, endpoint, model, request.signal)
      }
    },
  }
}
