import type { Selectable } from 'kysely'
import type { CarouselPicture } from '../../../shared/contract/facility/carousel.ts'
import type { Facility } from '../../../shared/contract/facility/facility.ts'
import { mapLinks, rateLine } from '../../../shared/domain/facility/derivedSettings.ts'
import { wideWidths } from '../../../shared/domain/facility/pictureWidths.ts'
import { dollarsFromDecimal } from '../../../shared/domain/money/money.ts'
import { facilityDay } from '../../../shared/domain/time/time.ts'
import type { Db } from '../../db/database.ts'
import type { FacilityTable, StoredBuilding } from '../../db/tables/facility.ts'
import { shownLogo } from '../../integrations/storage/logoPicture.ts'
import { wideFile } from '../../integrations/storage/widePicture.ts'
import { readFooterLinks } from './publicTexts.ts'

const minutes = (time: string): string => time.slice(0, 5)

/**
 * The facility's public data, with special days from today on; map links and the rate line are made from address and prices
 * unless its owner has entered others. Fails when the facility has not been set up.
 */
export async function readFacility(db: Db, now: Date): Promise<Facility> {
  const row = await db.selectFrom('facility').selectAll().executeTakeFirstOrThrow()
  const today = facilityDay(now, row.time_zone)
  const [hours, specialDays, rates, pictures, cages, footerLinks] = await Promise.all([
    db.selectFrom('opening_hours').selectAll().orderBy('day_of_week').orderBy('opens').execute(),
    db.selectFrom('special_days').selectAll().where('date', '>=', today).orderBy('date').execute(),
    db.selectFrom('team_rates').selectAll().orderBy('weekly_hours').execute(),
    readCarousel(db),
    db.selectFrom('cages').select(['price_30_min', 'price_60_min', 'is_active']).execute(),
    readFooterLinks(db),
  ])
  const links = mapLinks(row)
  return {
    name: row.name,
    street_address: row.street_address,
    city: row.city,
    state: row.state,
    postal_code: row.postal_code,
    phone: row.phone,
    email: row.email,
    maps_url: row.maps_url || links.maps_url,
    apple_maps_url: row.apple_maps_url || links.apple_maps_url,
    ...(row.parking === '' ? {} : { parking: row.parking }),
    ...(row.what_to_bring === '' ? {} : { what_to_bring: row.what_to_bring }),
    time_zone: row.time_zone,
    ...(row.date_language === 'en-US' ? {} : { date_language: row.date_language }),
    social_links: row.social_links,
    announcement: row.announcement,
    rate_line: row.rate_line || rateLine(cages),
    opening_hours: hours.map(({ day_of_week, opens, closes }) => ({
      day_of_week,
      opens: minutes(opens),
      closes: minutes(closes),
    })),
    special_days: specialDays.map(({ date, opens, closes, reason }) => ({
      date,
      opens: opens && minutes(opens),
      closes: closes && minutes(closes),
      reason,
    })),
    team_rates: rates.map(({ weekly_hours, monthly_hours, monthly_price, price_per_hour }) => ({
      weekly_hours,
      monthly_hours,
      monthly_price: dollarsFromDecimal(monthly_price),
      price_per_hour: dollarsFromDecimal(price_per_hour),
    })),
    member_cage_discount_percent: Number(row.member_cage_discount_percent),
    member_class_discount_percent: Number(row.member_class_discount_percent),
    ...salesTax(row),
    card_payment_for_cages: row.card_payment_for_cages,
    card_payment_for_lessons: row.card_payment_for_lessons,
    booking_window_days: row.booking_window_days,
    late_after_minutes: row.late_after_minutes,
    cancellation_cutoff_hours: row.cancellation_cutoff_hours,
    camp_cancellation_cutoff_days: row.camp_cancellation_cutoff_days,
    class_cancellation_cutoff_hours: row.class_cancellation_cutoff_hours,
    membership_notice_days: row.membership_notice_days,
    ...(row.opened_at === null ? { opening_soon: true as const } : {}),
    ...(row.closed_at === null ? {} : { closed_reason: row.closed_reason }),
    ...(row.brand_color === '' ? {} : { brand_color: row.brand_color }),
    ...(row.logo === null ? {} : { logo: shownLogo(row.logo, row.logo_dark) }),
    ...(row.building === null ? {} : { building: shownBuilding(row.building) }),
    ...(footerLinks === null ? {} : { footer_links: footerLinks }),
    ...(pictures.length > 0 ? { carousel_pictures: pictures } : {}),
  }
}

/** The picture of the building as pages show it. */
export const shownBuilding = ({ file, ...shown }: StoredBuilding): NonNullable<Facility['building']> => ({
  url: `/files/${wideFile('building', file, '.jpg')}`,
  ...shown,
})

/** Nothing where no rate is above 0: then prices are what the pages say, and no page speaks of tax. */
function salesTax(row: Selectable<FacilityTable>): Pick<Facility, 'sales_tax'> {
  const rates = {
    cages: Number(row.tax_cages),
    lessons: Number(row.tax_lessons),
    classes: Number(row.tax_classes),
    camps: Number(row.tax_camps),
    memberships: Number(row.tax_memberships),
    goods: Number(row.tax_goods),
  }
  return Object.values(rates).some((percent) => percent > 0)
    ? { sales_tax: { added: row.tax_added, ...rates } }
    : {}
}

/** The uploaded pictures of the home page, in their order. */
export async function readCarousel(db: Db): Promise<CarouselPicture[]> {
  const rows = await db
    .selectFrom('carousel_pictures')
    .select(['id', 'file', 'width', 'height', 'alt', 'has_avif'])
    .orderBy('position')
    .orderBy('created_at')
    .execute()
  return rows.map(({ file, has_avif, ...picture }) => {
    const url = (ending: Parameters<typeof wideFile>[2]) => `/files/${wideFile('carousel', file, ending)}`
    return {
      ...picture,
      url: url('.jpg'),
      small_url: url('-800.jpg'),
      avif: has_avif
        ? {
            portrait: url('-portrait.avif'),
            wide: `${url('-800.avif')} ${Math.min(wideWidths[0], picture.width)}w, ${url('.avif')} ${picture.width}w`,
          }
        : null,
    }
  })
}
