/**
 * Where the browser begins. Browsers without Temporal get it first: the app's modules read it while they load.
 * A chain of imports instead of a top-level await, which some of those same browsers order wrongly.
 */
const temporal = 'Temporal' in globalThis ? Promise.resolve() : import('temporal-polyfill/global')

void temporal
  .then(() => import('./app.tsx'))
  .then(({ start }) => {
    const root = document.getElementById('root')
    return root ? start(root) : undefined
  })
  .catch((error: unknown) => {
    // For the script in a page that came as HTML (web/boot.ts), which is shown all the same.
    document.dispatchEvent(new Event('dugout:failed'))
    // A lost connection is no defect, and the line says what to do.
    if (navigator.onLine) throw error
  })
