const MINUTE = 60_000
const RETRIES = 4

/** The attempt of a `long` node after which there is none. */
export const LAST_ATTEMPT = RETRIES + 1

/** Runs as a local activity: done in a moment, asks nothing of the outside. */
export const QUICK = { metadata: { quick: true } }

/** A node that may take so many minutes, says that it is alive, and is tried again. `queue`: of its own, for work that must not hold up the rest. */
export const long = (minutes: number, queue?: string) => ({
  metadata: { startToClose: minutes * MINUTE, heartbeat: MINUTE, retries: RETRIES, ...(queue === undefined ? {} : { queue }) },
})
