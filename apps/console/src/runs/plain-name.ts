/** What a checkpoint is called: the nodes whose writes it holds, or what else made it. */
export const plainName = ({ nodes, source }: { nodes: string[]; source: string }): string =>
  source === 'loop' && nodes.length > 0 ? nodes.join(', ') : source
