import type { ReactNode } from 'react'
import { Words } from '../../frame/words.tsx'
import { readForPage } from '../../server/problems.ts'
import { openSession } from '../../server/session.ts'
import styles from '../../settings/settings.module.css'
import { SettingsTabs } from '../../settings/settings-tabs.tsx'

export default async function SettingsLayout({ children }: { children: ReactNode }) {
  const { permissions } = await readForPage(async () => (await openSession()).client.me())
  return (
    <Words of={['settings']}>
      <div className={styles.room}>
        <SettingsTabs hidden={permissions.includes('operate') ? [] : ['notifications']} />
        {children}
      </div>
    </Words>
  )
}
