import proto from '@temporalio/proto'
import { z } from 'zod'

const { History } = proto.temporal.api.history.v1
type RecordedHistory = ReturnType<typeof History.fromObject>

/**
 * A history as a JSON file: the message's fields as they are, bytes in base64, long numbers as text.
 * Not protobuf's own JSON mapping, which the SDK (1.24) writes only where all its packages share one copy of protobufjs.
 */
export function writeHistory(history: object): string {
  const plain = History.toObject(History.fromObject(history), { longs: String, bytes: String, enums: String })
  return `${JSON.stringify(plain)}\n`
}

export function readHistory(json: string): RecordedHistory {
  return History.fromObject(z.record(z.string(), z.unknown()).parse(JSON.parse(json)))
}
