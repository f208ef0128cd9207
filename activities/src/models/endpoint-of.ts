import { CountersignError } from '@countersign/workflows/contract'
import type { ModelsConfig } from './models-config.ts'
import type { Endpoint } from './openai-client.ts'

type Provider = Endpoint['provider']

/** Whose server answers where no variable says so: a base URL of one's own comes first, since whoever sets it means it. */
export function usualProvider({ openai, mistral }: ModelsConfig): Provider {
  return openai.baseUrl === undefined && openai.apiKey === undefined && mistral.apiKey !== undefined ? 'mistral' : 'openai'
}

/** The server of a provider. `wanted`: the setting that asks for it. Error `model_missing` naming the key that isn't set. */
export function endpointOf(config: ModelsConfig, provider: Provider, wanted: string, timeout: number): Endpoint {
  const { baseUrl, apiKey } = config[provider]
  const variable = provider === 'mistral' ? 'MISTRAL_API_KEY' : 'OPENAI_API_KEY'
  // Servers of one's own often want no key, but the protocol has a place for one.
  if (apiKey === undefined && (provider === 'mistral' || baseUrl === undefined)) {
    throw new CountersignError('model_missing', `${wanted} needs a key: set ${variable}.`, { variable })
  }
  return { provider, baseUrl, apiKey: apiKey ?? 'none', timeout }
}
