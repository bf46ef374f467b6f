import { Tabs } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { touches } from '../../../api/touches.ts'
import { useReload } from '../../../api/useReload.ts'
import { StaffPage } from '../../../ui/staff/StaffPage.tsx'
import { TemplatesTab } from '../../messages/staff/templates/TemplatesTab.tsx'
import { FacilityTab } from './FacilityTab.tsx'
import classes from './Settings.module.css'
import type { SettingsSearch } from './sections.ts'

/** Settings, for admins (spec 3 §2). Each kind of settings is a tab. */
export function SettingsPage({ search }: { search: SettingsSearch }) {
  const navigate = useNavigate({ from: '/admin/settings' })
  const refresh = useReload(search.tab === 'email-templates' ? touches.emailTemplates : touches.settings)
  return (
    <StaffPage title="Settings" refresh={refresh}>
      <Tabs
        value={search.tab ?? 'facility'}
        onChange={(tab) =>
          void navigate({ search: tab === 'email-templates' ? { tab } : {}, resetScroll: false })
        }
        keepMounted={false}
        classNames={{ tab: classes.tab ?? '' }}
      >
        <Tabs.List>
          <Tabs.Tab value="facility">Facility</Tabs.Tab>
          <Tabs.Tab value="email-templates">Email Templates</Tabs.Tab>
        </Tabs.List>
        <Tabs.Panel value="facility" className={classes.panel ?? ''}>
          <FacilityTab search={search} />
        </Tabs.Panel>
        <Tabs.Panel value="email-templates" className={classes.panel ?? ''}>
          <TemplatesTab open={search.template} />
        </Tabs.Panel>
      </Tabs>
    </StaffPage>
  )
}
