import { and, eq, sql } from 'drizzle-orm'
import type { DbOrTx } from '../connect.ts'
import { chunks, indexes } from '../schema/index.ts'

export interface ScoredChunk {
  chunk: string
  score: number
}

/** The model that made an index's vectors, or null while nothing has been indexed. */
export async function findIndex(
  db: DbOrTx,
  where: { tenant: string; index: string },
): Promise<{ model: string; dimension: number } | null> {
  const rows = await db
    .select({ model: indexes.model, dimension: indexes.dimension })
    .from(indexes)
    .where(and(eq(indexes.tenant, where.tenant), eq(indexes.name, where.index)))
  return rows[0] ?? null
}

/** The nearest chunks by cosine similarity (-1..1), exactly: every vector of the index is compared. */
export async function nearestChunks(
  db: DbOrTx,
  query: { tenant: string; index: string; embedding: number[]; limit: number },
): Promise<ScoredChunk[]> {
  const distance = sql<number>`${chunks.embedding} <=> ${`[${query.embedding.join(',')}]`}::vector`
  const rows = await db
    .select({ chunk: sql<string>`${chunks.id}::text`, score: sql<number>`1 - (${distance})` })
    .from(chunks)
    .where(and(eq(chunks.tenant, query.tenant), eq(chunks.index, query.index)))
    .orderBy(distance, chunks.id)
    .limit(query.limit)
  return rows.map((row) => ({ chunk: row.chunk, score: Number(row.score) }))
}

/**
 * The best chunks for these words by BM25 (k1 1.2, b 0.75; Robertson and Zaragoza 2009, eq. 3.15). Rare words are looked up first,
 * until about `candidates` chunks hold one; only those are scored, so a word that is everywhere costs nothing.
 */
export async function chunksWithTerms(
  db: DbOrTx,
  query: { tenant: string; index: string; terms: string[]; limit: number; candidates: number },
): Promise<ScoredChunk[]> {
  if (query.terms.length === 0) return []
  const inIndex = sql`c.tenant = ${query.tenant} and c.index_name = ${query.index}`
  // quote_literal doubles quotes and backslashes, as the text form of a tsquery wants them.
  const { rows } = await db.execute<{ chunk: string; score: number }>(sql`
    with words as (
      select word, quote_literal(word)::tsquery as query
      from jsonb_array_elements_text(${JSON.stringify(query.terms)}::jsonb) as word
    ), total as (
      select count(*)::float8 as chunks, greatest(1, coalesce(avg(length(c.terms)), 1))::float8 as mean
      from ${chunks} c where ${inIndex}
    ), counted as (
      select word, query, (select count(*) from ${chunks} c where ${inIndex} and to_tsvector('simple', c.terms) @@ words.query) as df
      from words
    ), rare as (
      select word, query, df, sum(df) over (order by df, word) - df as before from counted where df > 0
    ), candidates as (
      select c.id, c.terms from ${chunks} c
      where ${inIndex} and to_tsvector('simple', c.terms) @@ any (array(select query from rare where before < ${query.candidates}))
    )
    select k.id::text as chunk, sum(
      ln(1 + (total.chunks - r.df + 0.5) / (r.df + 0.5)) * t.tf * 2.2
      / (t.tf + 1.2 * (0.25 + 0.75 * length(k.terms) / total.mean))
    )::float8 as score
    from candidates k
    cross join total
    cross join lateral (
      select lexeme, cardinality(positions)::float8 as tf from unnest(to_tsvector('simple', k.terms))
    ) t
    join rare r on r.word = t.lexeme
    group by k.id order by score desc, k.id limit ${query.limit}`)
  return rows.map((row) => ({ chunk: row.chunk, score: Number(row.score) }))
}
