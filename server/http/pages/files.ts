import type { Hono } from 'hono'
import type { Context } from '../../context.ts'
import { pictureType } from '../../integrations/storage/fileStorage.ts'
import { problemResponse } from '../answers/problem.ts'
import type { HttpEnv } from '../serve.ts'

const YEAR = 'public, max-age=31536000, immutable'

/** The names that pictures are stored under; nothing else is looked for. */
const picture =
  /^\/files\/((?:coach-avatars|carousel|camp-banners|building)\/[\da-f-]{36}\/\d{1,16}(?:-\d{2,4}|-portrait)?\.(?:jpg|avif)|logos\/[\da-f-]{36}\/\d{16}(?:-[a-z]{4,5})?\.png)$/

/**
 * Serves uploaded pictures, wherever they are stored. A new picture has a new name, so browsers keep each for a year. All
 * are JPEGs, AVIFs and PNGs that the server itself has written; the headers of every answer forbid to take them for anything else.
 */
export function mountFiles(app: Hono<HttpEnv>, { files, log }: Pick<Context, 'files' | 'log'>): void {
  app.get('/files/*', async (c) => {
    const requestId = c.get('requestId')
    const name = picture.exec(c.req.path)?.[1]
    if (!name) return problemResponse('not_found', requestId)
    try {
      const bytes = await files.get(name)
      if (!bytes) return problemResponse('not_found', requestId)
      return c.body(new Uint8Array(bytes), 200, {
        'content-type': pictureType(name),
        'content-length': String(bytes.length),
        'cache-control': YEAR,
        // Pages of mail programs are of another origin.
        ...(name.startsWith('logos/') && { 'cross-origin-resource-policy': 'cross-origin' }),
      })
    } catch (error) {
      log.error({ request_id: requestId, err: error }, 'a stored file could not be read')
      return problemResponse('storage_unavailable', requestId)
    }
  })
}
