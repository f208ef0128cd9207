import { ROLES } from '@countersign/workflows/contract'
import { createNodeHttpClient } from '../src/http/node.ts'
import type { CountersignClient } from '../src/types.ts'
import { registerGraph, type Scene, setScene } from './scene.ts'
import { type ServedApi, serveApi } from './serve-api.ts'

/** One database behind a client in process and an HTTP server, for the tests that both must pass. */
export interface ContractStage {
  scene: Scene
  api: ServedApi
  /** In process, as ada with all roles. */
  direct: CountersignClient
  /** `name` with all roles, or `name:role`. */
  inProcess(who: string): CountersignClient
  overHttp(who: string): CountersignClient
  close(): Promise<void>
}

export async function openContractStage(): Promise<ContractStage> {
  const scene = await setScene()
  await registerGraph(scene.database)
  for (const name of ['ada', 'bob', 'vic']) await scene.person(name)
  const direct = scene.client()
  const api = await serveApi(direct)
  const opened: CountersignClient[] = []
  return {
    scene,
    api,
    direct,
    inProcess(who) {
      const [user = '', role] = who.split(':')
      return scene.client({ user, roles: ROLES.filter((one) => role === undefined || one === role) })
    },
    overHttp(who) {
      const client = createNodeHttpClient({ url: api.url, token: who, maxBytes: 1_000_000 })
      opened.push(client)
      return client
    },
    async close() {
      await Promise.all(opened.map((client) => client.close()))
      await api.close()
      await scene.close()
    },
  }
}

/** What a call ends in: its answer, or the error's code, status, words and details. */
export async function outcome(call: Promise<unknown>): Promise<unknown> {
  return await call.catch((error: { code?: string; status?: number; message?: string; details?: unknown }) => {
    if (error.code === undefined) throw error
    return { code: error.code, status: error.status, message: error.message, details: error.details }
  })
}
