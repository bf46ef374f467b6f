/** The sheet that every scene is drawn on, in pixels; 16:9, as the carousel shows it. */
export const sheet = { width: 1600, height: 900 } as const

export type Point = readonly [x: number, y: number]

/** One decimal is below what an eye sees at this size and keeps the documents small. */
export const px = (value: number): string => String(Math.round(value * 10) / 10)

export const at = ([x, y]: Point): string => `${px(x)} ${px(y)}`

export const line = (points: readonly Point[]): string => `M${points.map(at).join('L')}`

export const polygon = (points: readonly Point[]): string => `${line(points)}Z`

/** Mulberry32: the same seed gives the same picture on every machine. */
export function seeded(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296
  }
}

type Stop = readonly [offset: number, colour: string, opacity?: number]

const stops = (list: readonly Stop[]) =>
  list
    .map(
      ([offset, colour, opacity = 1]) =>
        `<stop offset="${offset}" stop-color="${colour}" stop-opacity="${opacity}"/>`,
    )
    .join('')

/** A gradient along a line, in sheet pixels unless `box` asks for fractions of the painted shape. */
export function linear(id: string, from: Point, to: Point, list: readonly Stop[], box = false): string {
  const units = box ? 'objectBoundingBox' : 'userSpaceOnUse'
  return `<linearGradient id="${id}" gradientUnits="${units}" x1="${from[0]}" y1="${from[1]}" x2="${to[0]}" y2="${to[1]}">${stops(list)}</linearGradient>`
}

/** A gradient around a centre, in sheet pixels; `squash` flattens it into an ellipse. */
export function radial(id: string, centre: Point, radius: number, list: readonly Stop[], squash = 1): string {
  const [x, y] = centre
  const flat =
    squash === 1 ? '' : ` gradientTransform="translate(0 ${px(y * (1 - squash))}) scale(1 ${squash})"`
  return `<radialGradient id="${id}" gradientUnits="userSpaceOnUse" cx="${px(x)}" cy="${px(y)}" r="${px(radius)}"${flat}>${stops(list)}</radialGradient>`
}

/** A Gaussian blur whose region is wide enough for glows that leave their shape. */
export const blur = (id: string, deviation: number): string =>
  `<filter id="${id}" x="-100%" y="-100%" width="300%" height="300%"><feGaussianBlur stdDeviation="${deviation}"/></filter>`

/** Fills the whole sheet. */
export const wash = (paint: string, attributes = ''): string =>
  `<rect width="${sheet.width}" height="${sheet.height}" fill="${paint}" ${attributes}/>`

const grain = `<filter id="grain" x="0" y="0" width="100%" height="100%"><feTurbulence type="fractalNoise" baseFrequency=".8" numOctaves="2" seed="7"/><feColorMatrix values="0 0 0 0 .5  0 0 0 0 .5  0 0 0 0 .5  1.6 0 0 0 -.62"/></filter>`

/**
 * Closes a scene: the left is shaded so that white text over it keeps its contrast, the corners fall off, and a fine
 * print grain hides the banding of long gradients.
 */
export function scene(definitions: string, drawing: string, calm: number, grainStrength = 0.1): string {
  const { width, height } = sheet
  const finish = [
    linear(
      'calm',
      [0, 0],
      [1000, 0],
      [
        [0, '#050d1c', calm],
        [0.55, '#050d1c', calm * 0.72],
        [1, '#050d1c', 0],
      ],
    ),
    radial(
      'corners',
      [width * 0.56, height * 0.48],
      1050,
      [
        [0.45, '#03070f', 0],
        [1, '#03070f', 0.72],
      ],
      0.72,
    ),
  ].join('')
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}"><defs>${finish}${grain}${definitions}</defs>${drawing}${wash('url(#calm)')}${wash('url(#corners)')}${wash('#000', `filter="url(#grain)" opacity="${grainStrength}"`)}</svg>\n`
}
