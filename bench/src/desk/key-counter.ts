import type { Page } from './page.ts'

/** Works a page by its keys and counts them, apart from the text that is typed. Ctrl and Enter together are two. */
export class KeyCounter {
  readonly #page: Page
  strokes = 0
  typed = 0

  constructor(page: Page) {
    this.#page = page
  }

  async press(key: string): Promise<void> {
    await this.#page.keyboard.press(key)
    this.strokes += key.split('+').length
  }

  async type(text: string): Promise<void> {
    await this.#page.keyboard.type(text)
    this.typed += text.length
  }
}
