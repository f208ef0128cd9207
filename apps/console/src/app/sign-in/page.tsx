import type { Metadata } from 'next'
import { redirect } from 'next/navigation'
import { z } from 'zod'
import { BrandMark } from '../../frame/icons.tsx'
import { type Query, word } from '../../frame/query.ts'
import { getTranslator } from '../../frame/translator.ts'
import { Words } from '../../frame/words.tsx'
import { clientError } from '../../server/client-error.ts'
import { consoleClient } from '../../server/console-client.ts'
import { readForPage } from '../../server/problems.ts'
import { openSession } from '../../server/session.ts'
import { readProblem } from '../../signin/openid-problem.ts'
import { returnPath } from '../../signin/return-path.ts'
import styles from '../../signin/sign-in.module.css'
import { SignInForm } from '../../signin/sign-in-form.tsx'

const querySchema = z.object({ to: word(2_000), tenant: word(), problem: word(), out: word() })

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslator('signin')
  return { title: t('title') }
}

/** Whether somebody is signed in already. */
async function isKnown(): Promise<boolean> {
  try {
    await openSession()
    return true
  } catch (error) {
    if (clientError(error)?.code === 'signed_out') return false
    throw error
  }
}

export default async function SignInPage({ searchParams }: { searchParams: Query }) {
  const query = querySchema.parse(await searchParams)
  const to = returnPath(query.to)
  if (await readForPage(isKnown)) redirect(to)
  const { signIn } = consoleClient()
  const [t, problem] = await Promise.all([getTranslator('signin'), readProblem(signIn, query.problem)])
  const tenant = query.tenant ?? signIn.tenant
  // Who just signed out, or came back as the wrong one, is asked by the provider who it shall be.
  const again = problem !== null || query.out !== undefined
  const provider = new URLSearchParams({ to, tenant, ...(again && { again: '1' }) })
  return (
    <main className={styles.page}>
      <div className={styles.box}>
        <span className={styles.brand}>
          <BrandMark />
          Countersign
        </span>
        <h1>{t('title')}</h1>
        <p className={styles.lead}>{to === '/inbox' ? t('lead') : t('leadBack')}</p>
        {problem && (
          <p role="alert" className={styles.problem}>
            {t(`problems.${problem.kind}`, { who: problem.who ?? t('someone') })}
          </p>
        )}
        <Words of={['signin']}>
          <SignInForm tenant={tenant} to={to} />
        </Words>
        {signIn.openId && (
          <>
            <span className={styles.or}>{t('or')}</span>
            <a className={`btn ${styles.provider}`} href={`/sign-in/openid?${provider}`}>
              {t('signInWith', { provider: signIn.openId.label })}
            </a>
          </>
        )}
        <p className={styles.help}>{t('help')}</p>
      </div>
    </main>
  )
}
