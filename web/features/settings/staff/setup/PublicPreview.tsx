import { useQuery } from '@tanstack/react-query'
import type { CompleteSettings } from '../../../../../shared/contract/facility/facilitySettings.ts'
import { dollars } from '../../../../../shared/contract/fields.ts'
import { isReadable, readColor } from '../../../../../shared/domain/facility/brandColor.ts'
import { rateLine } from '../../../../../shared/domain/facility/derivedSettings.ts'
import { formatHoursLines } from '../../../../../shared/domain/facility/openingHours.ts'
import { wideWidths } from '../../../../../shared/domain/facility/pictureWidths.ts'
import { facilityQuery } from '../../../../api/queries/facility.ts'
import { UploadedPicture } from '../../../../components/UploadedPicture.tsx'
import { Row, Stack, Text } from '../../../../ui/layout.tsx'
import classes from './Setup.module.css'

/** What customers see of the settings as they are typed: the head of the home page and the way there, on a phone. */
export function PublicPreview({ settings }: { settings: CompleteSettings }) {
  const { name, street_address, city, state, postal_code, phone, opening_hours, cages } = settings
  const place = [city, state].filter(Boolean).join(', ')
  const isOpen = name !== '' && opening_hours.length > 0
  // A price that is being typed may be none yet.
  const priced = cages.filter(({ price_30_min, price_60_min }) =>
    [price_30_min, price_60_min].every((price) => dollars.safeParse(price).success),
  )
  const rates = settings.rate_line || rateLine(priced)
  const { logo, building, opening_soon } = useQuery(facilityQuery).data ?? {}
  const color = readColor(settings.brand_color)
  const edge = color && isReadable(color) ? { borderColor: color } : {}
  const count = cages.filter(({ is_active }) => is_active !== false).length
  return (
    <>
      <Text tone="dim" below={8} className={classes.previewTitle}>
        Your page, as you type
        {opening_soon && <span>Not public yet. You open it at the end.</span>}
      </Text>
      <div className={classes.phone}>
        <Row gap={8} nowrap className={classes.phoneHead} style={edge}>
          {logo && <img {...logo.dark} alt="" />}
          {name || 'Your name'}
        </Row>
        <Stack gap={4} className={classes.phoneHero}>
          <span>{place || 'City, State'}</span>
          <strong>{isOpen ? settings.announcement : 'OPENING SOON'}</strong>
          {rates && <span>{rates}</span>}
        </Stack>
        <dl className={classes.phoneFacts}>
          <dt>Visit</dt>
          <dd>
            {street_address || 'Street Address'}
            <br />
            {[place, postal_code].filter(Boolean).join(' ') || 'City, State ZIP'}
            {building && (
              <UploadedPicture
                {...building}
                widths={wideWidths}
                sizes="18rem"
                className={classes.phoneBuilding}
              />
            )}
          </dd>
          <dt>Call</dt>
          <dd>{phone || 'Phone'}</dd>
          <dt>Hours</dt>
          <dd>
            {opening_hours.length === 0
              ? 'Not entered yet'
              : formatHoursLines(opening_hours).map((line) => <div key={line}>{line}</div>)}
          </dd>
          <dt>Cages</dt>
          <dd>{count === 0 ? 'None yet' : count === 1 ? '1 cage' : `${count} cages`}</dd>
        </dl>
      </div>
    </>
  )
}
