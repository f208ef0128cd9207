import pg from 'pg'

export interface Statement {
  text: string
  values: unknown[]
}

const isStatement = (value: unknown): value is { text: string } => typeof value === 'object' && value !== null && 'text' in value

/** The statements that this process sends to Postgres during `work`. */
export async function watchStatements(work: () => Promise<unknown>): Promise<Statement[]> {
  const seen: Statement[] = []
  const send = pg.Client.prototype.query
  const watched = function (this: pg.Client, ...args: unknown[]) {
    const [query, values] = args
    const text = typeof query === 'string' ? query : isStatement(query) ? query.text : null
    if (text) seen.push({ text, values: Array.isArray(values) ? values : [] })
    return Reflect.apply(send, this, args)
  }
  Object.assign(pg.Client.prototype, { query: watched })
  try {
    await work()
  } finally {
    Object.assign(pg.Client.prototype, { query: send })
  }
  return seen
}

interface PlanNode {
  'Node Type': string
  'Relation Name'?: string
  'Index Name'?: string
  Plans?: PlanNode[]
}

const nodesOf = (node: PlanNode): PlanNode[] => [node, ...(node.Plans ?? []).flatMap(nodesOf)]

export interface PlanSummary {
  indexes: string[]
  /** Tables of the desk that are read from end to end. */
  scanned: string[]
}

const BIG = new Set(['reviews', 'runs'])

/** Which indexes a statement uses, asked over a connection of the tenant's own restricted role. */
export async function explain(pool: pg.Pool, { text, values }: Statement): Promise<PlanSummary> {
  const { rows } = await pool.query<{ 'QUERY PLAN': { Plan: PlanNode }[] }>(`explain (format json) ${text}`, values)
  const nodes = rows.flatMap((row) => row['QUERY PLAN'].flatMap(({ Plan }) => nodesOf(Plan)))
  return {
    indexes: [...new Set(nodes.map((node) => node['Index Name']).filter((name) => name !== undefined))],
    scanned: nodes
      .filter((node) => node['Node Type'] === 'Seq Scan' && BIG.has(node['Relation Name'] ?? ''))
      .map((node) => node['Relation Name'] ?? ''),
  }
}
