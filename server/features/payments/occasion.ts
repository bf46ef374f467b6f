import type { Context } from '../../context.ts'
import type { Occasion } from './purchase.ts'

/** This moment at this facility. */
export const occasionNow = async (
  context: Pick<Context, 'clock' | 'facility' | 'publicUrl'>,
): Promise<Occasion> => ({
  now: context.clock.now(),
  facility: await context.facility.get(),
  siteUrl: context.publicUrl(),
})
