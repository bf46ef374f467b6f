import { Tabs } from '@mantine/core'
import { useIsFetching, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { refreshTemplates, templatesKey } from '../../../api/queries/emailTemplates.ts'
import { refreshSettings, settingsKey } from '../../../api/queries/settings.ts'
import { StaffPage } from '../../../ui/staff/StaffPage.tsx'
import { TemplatesTab } from '../../messages/staff/templates/TemplatesTab.tsx'
import { FacilityTab } from './FacilityTab.tsx'
import classes from './Settings.module.css'
import type { SettingsSearch } from './sections.ts'

/** Settings, for admins (spec 3 §2). Each kind of settings is a tab. */
export function SettingsPage({ search }: { search: SettingsSearch }) {
  const navigate = useNavigate({ from: '/admin/settings' })
  const queryClient = useQueryClient()
  const isTemplates = search.tab === 'email-templates'
  const isFetching = useIsFetching({ queryKey: isTemplates ? templatesKey : settingsKey }) > 0
  return (
    <StaffPage
      title="Settings"
      refresh={{
        onRefresh: () => void (isTemplates ? refreshTemplates : refreshSettings)(queryClient),
        isFetching,
      }}
    >
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
