import { format } from 'node:util'
import { afterAll, afterEach, beforeEach } from 'vitest'

const METHODS = ['debug', 'error', 'info', 'log', 'trace', 'warn'] as const

let unexpected: string[] = []

/**
 * Makes console output during a test that test's failure. A test that expects output replaces the method
 * itself (`vi.spyOn(console, 'warn').mockImplementation(() => undefined)`) and asserts on it.
 */
function watchConsole(): void {
  for (const method of METHODS) {
    console[method] = (...values: unknown[]) => {
      unexpected.push(`console.${method}: ${format(...values)}`)
    }
  }
}

function failOnOutput(): void {
  if (unexpected.length === 0) return
  const lines = unexpected.join('\n')
  unexpected = []
  throw new Error(`Unexpected console output. Expect it in the test or stop printing it:\n${lines}`)
}

watchConsole()
beforeEach(watchConsole)
afterEach(failOnOutput)
afterAll(failOnOutput)
