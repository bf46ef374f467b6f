import '@mantine/core/styles/Tabs.layer.css'
import { Tabs } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { facilitySettingsQuery } from '../../../api/queries/settings.ts'
import { StaffPage } from '../../../ui/staff/StaffPage.tsx'
import { FacilityTab } from './FacilityTab.tsx'
import classes from './Settings.module.css'

/** What /admin/settings reads from its address. */
export interface SettingsSearch {
  section?: string | undefined
  /** The run that is open. */
  run?: string | undefined
  /** The closure that is being edited. */
  closure?: string | undefined
}

/** Settings, for admins (spec 3 §2). Each kind of settings is a tab. */
export function SettingsPage({ search }: { search: SettingsSearch }) {
  const settings = useQuery(facilitySettingsQuery)
  return (
    <StaffPage
      title="Settings"
      refresh={{ onRefresh: () => void settings.refetch(), isFetching: settings.isFetching }}
    >
      <Tabs value="facility" classNames={{ tab: classes.tab ?? '' }}>
        <Tabs.List>
          <Tabs.Tab value="facility">Facility</Tabs.Tab>
        </Tabs.List>
        <Tabs.Panel value="facility" className={classes.panel ?? ''}>
          <FacilityTab search={search} />
        </Tabs.Panel>
      </Tabs>
    </StaffPage>
  )
}
