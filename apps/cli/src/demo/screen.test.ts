import { expect, test } from 'vitest'
import { createScreen } from './screen.ts'

function keep(isTTY: boolean) {
  const written: string[] = []
  return { written, out: { isTTY, write: (text: string) => written.push(text) > 0 } }
}

test('a line that is said stands above the live part', () => {
  const { written, out } = keep(true)
  const screen = createScreen(out)
  screen.draw(['one', 'two'])
  screen.say('the worker ended')
  expect(written).toEqual(['one\ntwo\n', '\u001b[2A\u001b[Jthe worker ended\none\ntwo\n'])
})

test('what has not changed is not drawn again', () => {
  const { written, out } = keep(true)
  const screen = createScreen(out)
  screen.draw(['same'])
  screen.draw(['same'])
  expect(written).toHaveLength(1)
})

test('without a terminal nothing is drawn over', () => {
  const { written, out } = keep(false)
  const screen = createScreen(out)
  screen.draw(['one'])
  screen.say('line')
  expect(written).toEqual(['line\n'])
})
