/** What the facility's settings say by themselves where their owner has entered nothing else. */

import { centsFromDollars, type Dollars, formatRate } from '../money/money.ts'

interface Address {
  readonly street_address: string
  readonly city: string
  readonly state: string
  readonly postal_code: string
}

interface CagePrices {
  readonly price_30_min?: Dollars | undefined
  readonly price_60_min?: Dollars | undefined
  readonly is_active?: boolean | undefined
}

/** Links to the address in both maps; empty without an address. */
export function mapLinks({ street_address, city, state, postal_code }: Address) {
  if (!street_address) return { maps_url: '', apple_maps_url: '' }
  const place = `${street_address} ${city} ${state} ${postal_code}`.trim()
  const query = encodeURIComponent(place).replaceAll('%20', '+')
  return {
    maps_url: `https://www.google.com/maps/search/?api=1&query=${query}`,
    apple_maps_url: `https://maps.apple.com/?q=${query}`,
  }
}

/** '$20/30MIN • $30/HOUR', or 'FROM …' where cages differ; '' without a cage in service. */
export function rateLine(cages: readonly CagePrices[]): string {
  const open = cages.filter(({ is_active }) => is_active !== false)
  const pricesOf = (field: 'price_30_min' | 'price_60_min') =>
    open.flatMap((cage) => (cage[field] === undefined ? [] : centsFromDollars(cage[field])))
  const [halves, hours] = [pricesOf('price_30_min'), pricesOf('price_60_min')]
  if (halves.length === 0 || hours.length === 0) return ''
  const line = `${formatRate(Math.min(...halves))}/30MIN • ${formatRate(Math.min(...hours))}/HOUR`
  const differ = new Set(halves).size > 1 || new Set(hours).size > 1
  return differ ? `FROM ${line}` : line
}
