import type { Temporal as TemporalApi } from 'temporal-polyfill'

/**
 * What `temporal-polyfill` means in the browser: the built-in Temporal, or what `main.tsx` has put in its place.
 * Vite points the package's name here, so a browser that has Temporal downloads nothing.
 */
export const Temporal = (globalThis as unknown as { Temporal: typeof TemporalApi }).Temporal
