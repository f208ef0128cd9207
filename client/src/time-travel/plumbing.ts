/** Channels that LangGraph keeps for itself: inputs, edges, joins. */
export const isPlumbing = (channel: string): boolean => channel.startsWith('__') || /^(branch|join|start):/.test(channel)
