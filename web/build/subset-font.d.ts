declare module 'subset-font' {
  /** The part of the package that the build uses. */
  export default function subsetFont(
    font: Buffer,
    text: string,
    options: {
      targetFormat: 'woff2'
      keepFeatures: readonly string[]
      variationAxes?: Readonly<Record<string, { min: number; max: number }>>
    },
  ): Promise<Buffer>
}
