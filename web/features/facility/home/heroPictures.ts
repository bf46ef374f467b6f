/** A picture of the carousel: `/pictures/<name>.webp` (1600 × 900) and `<name>-800.webp`. */
export interface HeroPicture {
  name: string
  alt: string
}

/** The five pictures of spec 1 §2.3. A facility replaces the files and describes its own pictures here. */
export const heroPictures: readonly HeroPicture[] = [
  { name: 'hero-1', alt: 'Looking down a batting cage at a pitching machine that has just thrown a ball' },
  { name: 'hero-2', alt: 'A baseball with red stitching lying in the grass at night' },
  { name: 'hero-3', alt: 'Bats and helmets on the rack of a dugout' },
  { name: 'hero-4', alt: 'An infield under floodlights at dusk, seen from home plate' },
  { name: 'hero-5', alt: 'A player with a ponytail hitting a ball inside the cage' },
]
