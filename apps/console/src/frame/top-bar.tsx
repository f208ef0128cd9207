'use client'

import Link from 'next/link'
import { Fragment } from 'react'
import { useTranslations } from 'use-intl/react'
import { PaletteButton } from './command-palette.tsx'
import styles from './frame.module.css'

export interface Crumb {
  word: string
  href?: string
}

/** The line above every page: where one is, and the command palette. */
export function TopBar({ crumbs }: { crumbs: Crumb[] }) {
  const t = useTranslations('frame')
  return (
    <header className={styles.top}>
      <nav aria-label={t('breadcrumb')} className={styles.crumbs}>
        {crumbs.map((crumb, index) => (
          <Fragment key={crumb.word}>
            {index > 0 && <span aria-hidden="true"> / </span>}
            {crumb.href ? (
              <Link href={crumb.href} prefetch={false}>
                {crumb.word}
              </Link>
            ) : (
              <b aria-current="page">{crumb.word}</b>
            )}
          </Fragment>
        ))}
      </nav>
      <PaletteButton />
    </header>
  )
}
