import { z } from 'zod'
import type { DateLanguage } from '../../domain/time/timeFormat.ts'
import { day, dayOfWeek, dollars, wallTime } from '../fields.ts'
import { route } from '../route.ts'
import { carouselPicture } from './carousel.ts'

export const openingHours = z.object({ day_of_week: dayOfWeek, opens: wallTime, closes: wallTime })
export type OpeningHours = z.infer<typeof openingHours>

/** A date whose hours differ from the week's: both times null when closed all day (decision 7). */
export const specialDay = z.object({
  date: day,
  opens: wallTime.nullable(),
  closes: wallTime.nullable(),
  reason: z.string(),
})
export type SpecialDay = z.infer<typeof specialDay>

export const teamRate = z.object({
  weekly_hours: z.number().int(),
  monthly_hours: z.number().int(),
  monthly_price: dollars,
  price_per_hour: dollars,
})

/** As an `img` element takes it. */
const logoPicture = z.object({ src: z.string(), width: z.number().int(), height: z.number().int() })

export const logo = z.object({
  light: logoPicture,
  dark: logoPicture.meta({ description: 'For dark grounds: another one, or the same one on white.' }),
  has_own_dark: z.boolean(),
})

export const building = z.object({
  url: z.string(),
  width: z.number().int(),
  height: z.number().int(),
  alt: z.string().meta({ description: 'What it shows, for those who cannot see it.' }),
})

export const dateLanguage = z.enum(['en-US', 'en-AU', 'en-GB'] satisfies DateLanguage[])

/** Name, address and contact of the facility; every page shows these. */
export const facility = z.object({
  name: z.string(),
  street_address: z.string(),
  city: z.string(),
  state: z.string(),
  postal_code: z.string(),
  phone: z.string(),
  email: z.string(),
  maps_url: z.string(),
  apple_maps_url: z.string(),
  parking: z.string().optional().meta({
    description: 'Where to park and which door, in the owner’s words; left out where there are none.',
  }),
  what_to_bring: z.string().optional().meta({
    description: 'What to bring to cages and lessons, in the owner’s words; left out where there is nothing.',
  }),
  time_zone: z.string().meta({ description: 'IANA name', example: 'America/Chicago' }),
  date_language: dateLanguage.optional().meta({
    description:
      'The English that days and times are written in; left out where it is that of the United States.',
  }),
  social_links: z.array(z.object({ label: z.string(), url: z.string() })),
  announcement: z.string().meta({ description: "The hero's line, e.g. 'NOW OPEN'" }),
  rate_line: z.string(),
  opening_hours: z.array(openingHours).meta({ description: 'Weekdays without a row are closed.' }),
  special_days: z.array(specialDay).meta({ description: 'From today on, ordered by date.' }),
  team_rates: z.array(teamRate),
  member_cage_discount_percent: z.number(),
  member_class_discount_percent: z.number(),
  sales_tax: z
    .object({
      added: z.boolean().meta({ description: 'Whether it is added to prices; contained in them otherwise.' }),
      cages: z.number(),
      lessons: z.number(),
      classes: z.number(),
      camps: z.number(),
      memberships: z.number(),
      goods: z.number(),
    })
    .optional()
    .meta({ description: 'Sales tax in percent, by what is sold; left out where there is none.' }),
  card_payment_for_cages: z.boolean(),
  card_payment_for_lessons: z.boolean(),
  booking_window_days: z.number().int().meta({ description: 'How many days ahead a slot can be booked.' }),
  late_after_minutes: z.number().int().meta({
    description: 'Minutes after the start from which a booking that nobody is checked in to counts as late.',
  }),
  cancellation_cutoff_hours: z.number().int().meta({
    description: 'Hours before the start until which new bookings can be canceled or moved for free.',
  }),
  camp_cancellation_cutoff_days: z.number().int().meta({
    description:
      'Who registers for a camp now can cancel for a full refund until so many days before it begins.',
  }),
  class_cancellation_cutoff_hours: z.number().int().meta({
    description:
      'A class session booked now can be canceled for a full refund until so many hours before it starts.',
  }),
  membership_notice_days: z.number().int().meta({
    description: 'Days before the next billing date by which members are asked to cancel.',
  }),
  opening_soon: z.literal(true).optional().meta({
    description: 'The facility has not opened its doors: nobody can book. Left out once it has.',
  }),
  closed_reason: z.string().optional().meta({
    description:
      'Why the facility has closed its doors again: nobody can book. Left out while they are open.',
  }),
  brand_color: z.string().optional().meta({
    description: 'Of buttons and accents, `#rrggbb`; left out where it is Dugout’s own.',
  }),
  logo: logo.optional().meta({ description: 'Left out where none was uploaded.' }),
  building: building.optional().meta({
    description: 'A picture of the building, 1,600 pixels wide at most; left out where none was uploaded.',
  }),
  footer_links: z
    .array(z.object({ label: z.string(), to: z.string() }))
    .optional()
    .meta({
      description: 'Left out where the owner has published none: then the footer lists all pages.',
    }),
  carousel_pictures: z.array(carouselPicture).optional().meta({
    description: 'The pictures of the home page; left out where none were uploaded.',
  }),
})
export type Facility = z.infer<typeof facility>

export const getFacility = route({
  operationId: 'get-facility',
  call: 'GET /api/facility',
  access: 'public',
  summary: 'Name, address, contact, hours and rates of the facility',
  answer: facility,
})
