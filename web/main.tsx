/**
 * Where the browser begins. Browsers without Temporal get it first: the app's modules read it while they load.
 * A chain of imports instead of a top-level await, which some of those same browsers order wrongly.
 */
const temporal = 'Temporal' in globalThis ? Promise.resolve() : import('temporal-polyfill/global')

void temporal
  .then(() => import('./app.tsx'))
  .then(({ start }) => {
    const root = document.getElementById('root')
    if (root) start(root)
  })
