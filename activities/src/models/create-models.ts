import { CountersignError } from '@countersign/workflows/contract'
import type { ChatModel } from './chat-model.ts'
import { createEmbedder } from './create-embedder.ts'
import type { Embedder } from './embedder.ts'
import { endpointOf, usualProvider } from './endpoint-of.ts'
import type { Extractor } from './extractor.ts'
import { createLlmExtractor } from './llm-extractor.ts'
import { createMistralOcr } from './mistral-ocr.ts'
import type { ModelsConfig } from './models-config.ts'
import { createLocalOcr } from './ocr/local-ocr.ts'
import type { OcrReader } from './ocr-reader.ts'
import { createOpenAiChat } from './openai-chat.ts'
import { createOpenAiSpeech } from './openai-speech.ts'
import { createOpenAiVision } from './openai-vision.ts'
import { createLocalChat } from './registry/load-chat.ts'
import { createLocalReranker } from './registry/load-reranker.ts'
import { createModelHost, type ModelHost } from './registry/model-host.ts'
import type { Reranker } from './reranker.ts'
import { createRulesExtractor } from './rules/rules-extractor.ts'
import { createGatedSpeech } from './speech/gated-speech.ts'
import { createLocalSpeech } from './speech/local-speech.ts'
import { createLocalVoice } from './speech/local-voice.ts'
import type { VoiceDetector } from './speech/voice-activity.ts'
import type { SpeechReader } from './speech-reader.ts'
import type { VisionModel } from './vision-model.ts'

/** One of each kind; null where the configuration names none. */
export interface Models {
  extractor: Extractor
  embedder: Embedder
  chat: ChatModel | null
  vision: VisionModel | null
  ocr: OcrReader | null
  speech: SpeechReader | null
  /** Tells where somebody speaks, whoever writes it down. */
  voice: VoiceDetector
  reranker: Reranker | null
  /** Gives the memory of a local model back, by its name in `countersign models list`; it is loaded again when it is next needed. */
  unloadModel(name: string): Promise<boolean>
  close(): Promise<void>
}

/** The models of this machine that read pictures and speech, as `countersign models list` names them. */
const LOCAL_OCR = 'pp-ocr-v4'
const LOCAL_SPEECH = 'whisper-base'
const CHAT_TIMEOUT = 120_000
const READING_TIMEOUT = 300_000

/**
 * The models that a configuration names. Error `model_missing` for a key, a name or a folder that isn't there: what was asked for is
 * never replaced by something else. Connects to nothing and loads nothing yet.
 */
export function createModels(config: ModelsConfig): Models {
  const host = createModelHost({ idle: config.idle })
  const rules = createRulesExtractor()
  const chat = createChat(config, host)
  const embedder = createEmbedder(config, host)
  const ocr = createOcr(config)
  const voice = createLocalVoice({ folder: config.modelFolder('silero-vad-v5'), idle: config.idle })
  const speech = createSpeech(config, voice)
  const reranker = config.reranker === undefined ? null : createLocalReranker({ folder: config.modelFolder(config.reranker), host })
  return {
    extractor: config.extractor === 'llm' && chat !== null ? createLlmExtractor(chat, rules) : rules,
    embedder,
    chat,
    vision: createVision(config),
    ocr,
    speech,
    voice,
    reranker,
    unloadModel: async (name) => {
      const reader = name === LOCAL_OCR ? ocr : name === LOCAL_SPEECH ? speech : null
      await reader?.close()
      return reader !== null || host.unload(name)
    },
    close: async () => {
      await Promise.all([host.close(), embedder.close(), ocr?.close(), speech?.close(), voice.close()])
    },
  }
}

function createChat(config: ModelsConfig, host: ModelHost): ChatModel | null {
  if (config.extractor !== 'llm' && config.chatModel === undefined) return null
  const provider = config.chat ?? usualProvider(config)
  const model = config.chatModel ?? (provider === 'mistral' ? 'mistral-small-latest' : undefined)
  if (model === undefined) {
    throw new CountersignError('model_missing', 'COUNTERSIGN_EXTRACTOR=llm needs the name of a chat model: set COUNTERSIGN_CHAT_MODEL.')
  }
  if (provider === 'local') return createLocalChat({ folder: config.modelFolder(model), host, runtime: config.llamaCpp })
  return createOpenAiChat(endpointOf(config, provider, `The chat model ${model}`, CHAT_TIMEOUT), model)
}

function createVision(config: ModelsConfig): VisionModel | null {
  const { visionModel } = config
  if (visionModel === undefined) return null
  return createOpenAiVision(endpointOf(config, usualProvider(config), `COUNTERSIGN_VISION_MODEL=${visionModel}`, CHAT_TIMEOUT), visionModel)
}

function createOcr(config: ModelsConfig): OcrReader | null {
  const { ocr, ocrModel = 'mistral-ocr-latest', modelFolder, idle } = config
  if (ocr === 'none') return null
  if (ocr === 'local') return createLocalOcr({ folder: modelFolder(LOCAL_OCR), idle })
  return createMistralOcr(endpointOf(config, ocr, 'COUNTERSIGN_OCR=mistral', READING_TIMEOUT), ocrModel)
}

function createSpeech(config: ModelsConfig, voice: VoiceDetector): SpeechReader | null {
  const { speech, speechModel, modelFolder, idle } = config
  if (speech === 'none') return null
  if (speech === 'local') return createLocalSpeech({ folder: modelFolder(LOCAL_SPEECH), voice, idle })
  const model = speechModel ?? (speech === 'mistral' ? 'voxtral-mini-latest' : 'whisper-1')
  return createGatedSpeech(createOpenAiSpeech(endpointOf(config, speech, `COUNTERSIGN_SPEECH=${speech}`, READING_TIMEOUT), model), voice)
}
