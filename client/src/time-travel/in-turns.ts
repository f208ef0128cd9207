/** Does the same for many, at most `atOnce` at a time; answers in their order. Rejects with the first error, once what is under way is over. */
export async function inTurns<T, R>(items: readonly T[], atOnce: number, work: (item: T) => Promise<R>): Promise<R[]> {
  const answers: R[] = []
  for (let first = 0; first < items.length; first += atOnce) {
    const settled = await Promise.allSettled(items.slice(first, first + atOnce).map(work))
    for (const one of settled) {
      if (one.status === 'rejected') throw one.reason
      answers.push(one.value)
    }
  }
  return answers
}
