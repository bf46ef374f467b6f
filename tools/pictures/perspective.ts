import type { Point } from './canvas.ts'

/** A pinhole camera looking along +z; world units are metres, the eye is at x = 0. */
export type Camera = { readonly vanishing: Point; readonly focal: number; readonly eye: number }

/** Where a place in the world lands on the sheet; z must be in front of the eye. */
export function project(camera: Camera, x: number, y: number, z: number): Point {
  const scale = camera.focal / z
  return [camera.vanishing[0] + x * scale, camera.vanishing[1] - (y - camera.eye) * scale]
}

/** Pixels per metre at a depth. */
export const scaleAt = (camera: Camera, z: number): number => camera.focal / z

/** A shape lying on the ground, given as [x, z] pairs in metres. */
export const onGround = (camera: Camera, shape: readonly Point[]): Point[] =>
  shape.map(([x, z]) => project(camera, x, 0, z))

/** A home plate of regulation size (17 inches wide), its point towards the batter's own side. */
export const homePlate = (x: number, z: number): Point[] => {
  const half = 0.216
  return [
    [x, z],
    [x + half, z + half],
    [x + half, z + 2 * half],
    [x - half, z + 2 * half],
    [x - half, z + half],
  ]
}
