import { Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { type ComponentType, Fragment } from 'react'
import { facilitySettingsQuery } from '../../../api/queries/settings.ts'
import { Stack } from '../../../ui/layout.tsx'
import { ErrorAlert } from '../../../ui/staff/ErrorAlert.tsx'
import { GoodsSection } from '../../payments/staff/goods/GoodsSection.tsx'
import { WaiversSection } from '../../waivers/staff/WaiversSection.tsx'
import { CardsSection } from './CardsSection.tsx'
import { CarouselPictures } from './CarouselPictures.tsx'
import { ClosuresSection } from './closures/ClosuresSection.tsx'
import { HealthSection } from './health/HealthSection.tsx'
import { Logo } from './look/Logo.tsx'
import { useAppliedLook } from './look/useAppliedLook.ts'
import { MailSection } from './MailSection.tsx'
import { DoorsSection } from './opening/DoorsSection.tsx'
import { SectionForm } from './SectionForm.tsx'
import classes from './Settings.module.css'
import { type Section, type SettingsSearch, sectionGroups, sections } from './sections.ts'
import { TextsSection } from './TextsSection.tsx'
import { DataSection } from './transfer/DataSection.tsx'

/** The facility's settings: a list of sections, and the one that is open. On a phone the list is a menu above it. */
export function FacilityTab({ search }: { search: SettingsSearch }) {
  const navigate = useNavigate({ from: '/admin/settings' })
  const open = sections.find(({ key }) => key === (search.section ?? 'contact')) ?? sections[0]
  if (!open) return null
  return (
    <div className={classes.columns}>
      <nav aria-label="Sections" className={classes.nav}>
        {sectionGroups.map((group) => (
          <Fragment key={group.title}>
            <p aria-hidden>{group.title}</p>
            <ul aria-label={group.title}>
              {group.sections.map(({ key, title }) => (
                <li key={key}>
                  <Link
                    to="/admin/settings"
                    search={{ section: key }}
                    aria-current={key === open.key ? 'page' : undefined}
                    resetScroll={false}
                  >
                    {title}
                  </Link>
                </li>
              ))}
            </ul>
          </Fragment>
        ))}
        <label className={classes.menu}>
          <span>Section</span>
          <select
            value={open.key}
            onChange={({ currentTarget }) =>
              void navigate({ search: { section: currentTarget.value }, resetScroll: false })
            }
          >
            {sectionGroups.map((group) => (
              <optgroup key={group.title} label={group.title}>
                {group.sections.map(({ key, title }) => (
                  <option key={key} value={key}>
                    {title}
                  </option>
                ))}
              </optgroup>
            ))}
          </select>
        </label>
      </nav>
      <Stack shrinks as="section" aria-labelledby="settings-section">
        <div className={classes.head}>
          <h2 id="settings-section">{open.title}</h2>
          <p>{open.about}</p>
        </div>
        <OpenSection section={open} search={search} />
      </Stack>
    </div>
  )
}

const pages: Readonly<
  Record<Extract<Section, { page: string }>['page'], ComponentType<{ search: SettingsSearch }>>
> = {
  closures: ClosuresSection,
  pictures: CarouselPictures,
  doors: DoorsSection,
  cards: CardsSection,
  mail: MailSection,
  texts: TextsSection,
  waivers: WaiversSection,
  data: DataSection,
  goods: GoodsSection,
  health: HealthSection,
}

function OpenSection({ section, search }: { section: Section; search: SettingsSearch }) {
  const settings = useQuery(facilitySettingsQuery)
  useAppliedLook(settings.data)
  if ('page' in section) {
    const Page = pages[section.page]
    return <Page search={search} />
  }
  if (settings.data)
    return (
      <>
        {section.withLogo && <Logo />}
        <SectionForm key={section.key} section={section} settings={settings.data} />
      </>
    )
  if (settings.error) {
    return (
      <ErrorAlert
        error={settings.error}
        text={`The settings could not be loaded. ${settings.error.message}`}
        onRetry={() => void settings.refetch()}
      />
    )
  }
  return (
    <Stack role="status" aria-label="Loading settings">
      {[1, 2, 3, 4].map((row) => (
        <Skeleton key={row} height={56} />
      ))}
    </Stack>
  )
}
