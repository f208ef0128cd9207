import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { evaluateSpeech } from './parse/speech.ts'

// eval:speech: how many words of a recording are heard wrong, whether silence gives any, and how long it takes.
const RESULT = path.join(path.dirname(fileURLToPath(import.meta.url)), '..', 'results', 'speech.json')
const say = (line: string) => void process.stdout.write(`${line}\n`)

const score = await evaluateSpeech()
if (score === null) {
  say('eval:speech: the folder of real documents is absent; set COUNTERSIGN_DATA to it: short')
  process.exitCode = 1
} else {
  for (const { file, wrong, words, confidence, realTime, heard } of score.recordings) {
    const certain = confidence === null ? '–' : confidence.toFixed(2)
    say(`${file.padEnd(16)} ${wrong} of ${words} words wrong, confidence ${certain}, ${realTime.toFixed(2)} s for a second: ${heard}`)
  }
  const ok = score.recordings.every(({ words, wrong }) => wrong <= (words === 0 ? 0 : 1))
  await writeFile(RESULT, `${JSON.stringify({ node: process.version, ...score }, null, 2)}\n`)
  const wrong = score.recordings.map(({ file, wrong }) => `${file} ${wrong} wrong`).join('; ')
  say(`eval:speech: ${score.reader}; ${wrong} (goal: at most 1 word, none in silence): ${ok ? 'ok' : 'short'}`)
  if (!ok) process.exitCode = 1
}
process.exit()
