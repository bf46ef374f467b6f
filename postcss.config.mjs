/** Mantine's `light-dark()` in CSS modules, for the scheme that the page is in and not only the system's. */
export default { plugins: { 'postcss-preset-mantine': {} } }
