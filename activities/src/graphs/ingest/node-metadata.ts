const MINUTE = 60_000
/** Its worker says so for the node, thrice in this time: what a worker had under way is taken up so soon after its end. */
const HEARTBEAT = 15_000
const RETRIES = 4

/** The attempt of a `long` node after which there is none. */
export const LAST_ATTEMPT = RETRIES + 1

/** Runs as a local activity: done in a moment, asks nothing of the outside. */
export const QUICK = { metadata: { quick: true } }

/** A node that may take so many minutes, whose worker says that it is alive, and is tried again. `queue`: of its own, for work that must not hold up the rest. */
export const long = (minutes: number, queue?: string) => ({
  metadata: { startToClose: minutes * MINUTE, heartbeat: HEARTBEAT, retries: RETRIES, ...(queue === undefined ? {} : { queue }) },
})
