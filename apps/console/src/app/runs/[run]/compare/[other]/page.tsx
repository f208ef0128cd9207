import type { Metadata } from 'next'
import { cache } from 'react'
import { Comparison } from '../../../../../compare/comparison.tsx'
import { hrefWith } from '../../../../../frame/query.ts'
import { TopBar } from '../../../../../frame/top-bar.tsx'
import { getTranslator } from '../../../../../frame/translator.ts'
import { readForPage } from '../../../../../server/problems.ts'
import { openSession } from '../../../../../server/session.ts'

interface Props {
  params: Promise<{ run: string; other: string }>
}

/** Once per request, for the title and the page. */
const readBoth = cache((a: string, b: string) => readForPage(async () => (await openSession()).client.compareRuns(a, b)))

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const { run, other } = await params
  const { a } = await readBoth(run, other)
  return { title: `${(await getTranslator('travel'))('compare.title')}: ${a.title}` }
}

export default async function ComparePage({ params }: Props) {
  const { run, other } = await params
  const comparison = await readBoth(run, other)
  const [t, runs] = await Promise.all([getTranslator('travel'), getTranslator('runs')])
  const { a } = comparison
  return (
    <>
      <TopBar
        crumbs={[
          { word: runs('list.title'), href: hrefWith('/runs', {}) },
          { word: a.title, href: hrefWith(`/runs/${a.id}`, {}) },
          { word: t('compare.title') },
        ]}
      />
      <Comparison comparison={comparison} />
    </>
  )
}
