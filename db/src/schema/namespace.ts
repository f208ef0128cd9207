import { pgSchema } from 'drizzle-orm/pg-core'

/** Countersign's own tables. LangGraph's checkpoints live beside them, in {@link CHECKPOINT_SCHEMA}. */
export const countersign = pgSchema('countersign')
export const CHECKPOINT_SCHEMA = 'langgraph'
