"""The hero picture: ridges above a sea of mist, just after sunrise. Writes social-card/dawn.jpg."""

import os
import tempfile

import bpy
import numpy as np

import studio

WIDTH, HEIGHT = 1600, 840
SIZE_KM, CELLS = 34.0, 1500


def lattice_noise(x, y, seed):
    """Gradient noise and its derivative, quintic interpolation."""
    generator = np.random.default_rng(seed)
    angles = generator.uniform(0, 2 * np.pi, (256, 256))
    gx, gy = np.cos(angles), np.sin(angles)
    ix, iy = np.floor(x).astype(int), np.floor(y).astype(int)
    fx, fy = x - ix, y - iy

    def corner(dx, dy):
        i, j = (ix + dx) & 255, (iy + dy) & 255
        return gx[i, j], gy[i, j], gx[i, j] * (fx - dx) + gy[i, j] * (fy - dy)

    u, v = (f * f * f * (f * (f * 6 - 15) + 10) for f in (fx, fy))
    du, dv = (30 * f * f * (f * (f - 2) + 1) for f in (fx, fy))
    (ax, ay, a), (bx, by, b), (cx, cy, c), (dx_, dy_, d) = corner(0, 0), corner(1, 0), corner(0, 1), corner(1, 1)
    value = a + u * (b - a) + v * (c - a) + u * v * (a - b - c + d)
    slope_x = ax + u * (bx - ax) + v * (cx - ax) + u * v * (ax - bx - cx + dx_) + du * (b - a + v * (a - b - c + d))
    slope_y = ay + u * (by - ay) + v * (cy - ay) + u * v * (ay - by - cy + dy_) + dv * (c - a + u * (a - b - c + d))
    return value, slope_x, slope_y


def terrain(x, y, seed):
    """Ridged noise whose fine layers die away on slopes, which is what erosion leaves behind. Kilometres."""
    warp_x, _, _ = lattice_noise(x * 0.11 + 7, y * 0.11, seed + 50)
    warp_y, _, _ = lattice_noise(x * 0.11, y * 0.11 + 9, seed + 51)
    x, y = x + warp_x * 2.6, y + warp_y * 2.6
    height = np.zeros_like(x)
    slope_x, slope_y = np.zeros_like(x), np.zeros_like(x)
    amplitude, frequency = 1.0, 0.16
    for octave in range(10):
        value, sx, sy = lattice_noise(x * frequency, y * frequency, seed + octave)
        if octave < 5:
            # A rounded crest: with a plain absolute value the slopes jump there, and the next layers tear.
            crest = np.sqrt(value**2 + 0.0025)
            value, sx, sy = 0.55 - crest * 1.5, -value / crest * sx, -value / crest * sy
        slope_x, slope_y = slope_x + sx * amplitude * 0.8, slope_y + sy * amplitude * 0.8
        height += amplitude * value / (1 + 0.7 * (slope_x**2 + slope_y**2))
        amplitude *= 0.47
        frequency *= 2.03
        x, y = 0.8 * x - 0.6 * y, 0.6 * x + 0.8 * y
    return height


def build_ground():
    """A fan of terrain in front of the camera, fine near it and coarse far away, so that no cell shows."""
    rows, columns = 1500, 1300
    distance = 0.5 * (SIZE_KM / 0.5) ** np.linspace(0, 1, rows)
    bearing = np.radians(np.linspace(-36, 36, columns))
    x = (distance[:, None] * np.sin(bearing)).ravel()
    y = (distance[:, None] * np.cos(bearing)).ravel()
    z = terrain(x + 41.3, y + 12.2, 11) * 2.1
    # The near valley stays low so that the view is open; the far ranges rise.
    rise = np.clip((y - 1.5) / 16, 0, 1)
    z = z * (0.45 + 0.85 * rise) + rise * 0.35 - 0.25
    # A shoulder of rock at the right, close by.
    z += 0.95 * np.exp(-(((x - 2.75) / 1.15) ** 2) - ((y - 4.6) / 1.5) ** 2)
    index = np.arange(rows * columns).reshape(rows, columns)
    faces = np.stack(
        [index[:-1, :-1].ravel(), index[:-1, 1:].ravel(), index[1:, 1:].ravel(), index[1:, :-1].ravel()], axis=1
    )
    data = bpy.data.meshes.new("ground")
    data.vertices.add(len(x))
    data.vertices.foreach_set("co", np.stack([x, y, z], axis=1).astype(np.float32).ravel())
    data.loops.add(faces.size)
    data.loops.foreach_set("vertex_index", faces.ravel().astype(np.int32))
    data.polygons.add(len(faces))
    data.polygons.foreach_set("loop_start", np.arange(0, faces.size, 4, dtype=np.int32))
    data.update(calc_edges=True)
    data.polygons.foreach_set("use_smooth", np.ones(len(faces), dtype=bool))
    ground = bpy.data.objects.new("ground", data)
    bpy.context.scene.collection.objects.link(ground)
    data.materials.append(studio.material("rock", "#77757a", 0.95))


def render_passes():
    """Linear light, and the position of every pixel's ground (0 where there is sky)."""
    scene = bpy.context.scene
    scene.view_layers[0].use_pass_position = True
    scene.use_nodes = True
    tree = scene.node_tree
    layers = tree.nodes.new("CompositorNodeRLayers")
    with tempfile.TemporaryDirectory() as folder:
        output = tree.nodes.new("CompositorNodeOutputFile")
        output.base_path = folder
        output.format.file_format = "OPEN_EXR"
        output.format.color_depth = "32"
        output.file_slots.clear()
        for name, socket in (("light", "Image"), ("place", "Position")):
            output.file_slots.new(name)
            tree.links.new(layers.outputs[socket], output.inputs[name])
        bpy.ops.render.render()
        read = lambda name: studio.read_pixels(os.path.join(folder, f"{name}0001.exr"), "Non-Color")
        return read("light"), read("place")


def smooth(low, high, value):
    t = np.clip((value - low) / (high - low), 0, 1)
    return t * t * (3 - 2 * t)


def mix(a, b, t):
    return a + (b - a) * t[..., None]


def develop(light, place, eye, sun_uv):
    """Air, mist and sky over the bare ground, then a film curve."""
    height, width, _ = light.shape
    v, u = np.mgrid[0 : 1 : height * 1j, 0 : 1 : width * 1j]
    aspect = width / height
    from_sun = np.hypot((u - sun_uv[0]) * aspect, (v - sun_uv[1]) * 1.25)
    color = lambda text: np.array(studio.linear(text)[:3])

    sky = mix(color("#f6bfa0") * np.ones((height, width, 3)), color("#8fa6c6"), smooth(0.44, 0.02, v))
    sky = mix(sky, color("#3f6a97"), smooth(0.25, -0.35, v) * 0.75)
    sky = sky + color("#ffb26b") * (0.85 * np.exp(-from_sun * 4.2))[..., None]
    sky = sky + color("#ffe2b8") * (2.2 * np.exp(-((from_sun * 9) ** 1.2)))[..., None]
    streaks, _, _ = lattice_noise(u * 5 + 3, v * 30 + u * 3, 5)
    finer, _, _ = lattice_noise(u * 13, v * 70 + u * 6, 6)
    cloud = smooth(0.02, 0.5, streaks + 0.4 * finer + 0.1) * smooth(0.36, 0.18, v) * 0.5
    sky = mix(sky, color("#ffd9c0") * (1.0 + 0.9 * np.exp(-from_sun * 2.5))[..., None], cloud)

    away = np.linalg.norm(place - np.array(eye), axis=2)
    ground = np.linalg.norm(place, axis=2) > 1e-6
    glow = np.exp(-from_sun * 2.1)
    air_color = mix(color("#8fabc9") * np.ones_like(light), color("#ffc48f") * 1.35, np.clip(glow * 1.25, 0, 1))
    # Thin air everywhere, and mist that fills the valleys and thins out with height.
    wave, _, _ = lattice_noise(place[..., 0] * 0.55 + 5, place[..., 1] * 0.55, 21)
    puff, _, _ = lattice_noise(place[..., 0] * 1.7, place[..., 1] * 1.7, 22)
    level = place[..., 2] - 0.12 * wave - 0.05 * puff
    air = 1 - np.exp(-((away * 0.075) ** 1.35))
    mist = (1 - np.exp(-away * 0.9)) * np.exp(-np.clip(level - 0.28, 0, None) * 5.5)
    mist = np.clip(mist * smooth(1.8, 7.0, away), 0, 0.97)
    mist_color = mix(color("#b9c8dc") * np.ones_like(light) * 0.95, color("#ffd9b3") * 1.35, np.clip(glow * 1.3, 0, 1))
    scene = mix(light, air_color, air)
    scene = scene + (mist_color - scene) * mist[..., None]
    picture = np.where(ground[..., None], scene, sky)
    # The light spills over the ridges.
    picture = picture + color("#ff9d55") * (0.10 * np.exp(-from_sun * 2.6))[..., None]
    x = np.clip(picture * 1.02, 0, None)
    filmic = (x * (2.51 * x + 0.03)) / (x * (2.43 * x + 0.59) + 0.14)
    shown = np.clip(filmic, 0, 1) ** (1 / 2.2)
    # A little more contrast, around the middle.
    return mix(shown, shown * shown * (3 - 2 * shown), np.full((height, width), 0.45))


def main():
    scene = studio.empty_scene(WIDTH, HEIGHT, samples=96)
    eye = (0.0, 0.0, 1.35)
    build_ground()
    studio.sky_gradient([(-1, "#26303c"), (0.0, "#c7b3a6"), (0.35, "#7fa0c4"), (1, "#33567d")], 0.55)
    studio.sun((9, 34), 5.5, 1.2, "#ffc592")
    studio.camera(eye, (0.0, 10.0, 0.95), 30)
    scene.cycles.max_bounces = 2
    light, place = render_passes()
    studio.finish(develop(light, place, eye, (0.83, 0.36)), "social-card/dawn.jpg", grain=0.014)


main()
