import { z } from 'zod/v4'

/*
 * zod in the browser, in place of the package itself (vite.config.ts). It would try whether it may compile its checks with
 * `new Function`, which the content security policy forbids and browsers report.
 */
z.config({ jitless: true })

export { z }
