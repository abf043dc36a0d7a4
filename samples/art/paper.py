"""A cut-paper winter night behind an arched window. Writes greeting-card/night.jpg (A5 with 3 mm bleed)."""

import math

import bpy
import numpy as np

import studio
from studio import material

random = np.random.default_rng(23)
# Centimetres: the trimmed card is 14.8 by 21, the sheet 0.3 larger on every side. Depth is along +y.
WIDTH, HEIGHT = 15.4, 21.6
MIDDLE = WIDTH / 2


def sheet(name, loops, depth, made, thickness=0.035):
    """A piece of paper cut along closed loops of (x, z) points; inner loops are holes."""
    curve = bpy.data.curves.new(name, "CURVE")
    curve.dimensions = "2D"
    curve.fill_mode = "BOTH"
    curve.extrude = thickness / 2
    curve.bevel_depth = 0.008
    for loop in loops:
        spline = curve.splines.new("POLY")
        spline.points.add(len(loop) - 1)
        for point, (x, z) in zip(spline.points, loop):
            point.co = (x, z, 0, 1)
        spline.use_cyclic_u = True
    curve.materials.append(made)
    paper = bpy.data.objects.new(name, curve)
    paper.rotation_euler[0] = math.pi / 2
    paper.location[1] = depth
    bpy.context.scene.collection.objects.link(paper)
    return paper


def arch(inset, bottom):
    """The window's outline, drawn in by an inset."""
    radius = 5.75 - inset
    spring = 14.25
    curve = [(MIDDLE + radius * math.cos(a), spring + radius * math.sin(a)) for a in np.linspace(0, math.pi, 90)]
    return [(MIDDLE + radius, bottom + inset), *curve, (MIDDLE - radius, bottom + inset)]


def circle(x, z, radius, steps=48):
    return [(x + radius * math.cos(a), z + radius * math.sin(a)) for a in np.linspace(0, 2 * math.pi, steps, endpoint=False)]


def hill(level, swing, phase):
    """A snowy slope from edge to edge."""
    x = np.linspace(0.5, WIDTH - 0.5, 160)
    z = level + swing * (np.sin(x * 0.42 + phase) + 0.45 * np.sin(x * 0.9 + phase * 2.3) + 0.12 * np.sin(x * 2.3 + phase))
    return [*zip(x, z), (WIDTH - 0.5, 1.0), (0.5, 1.0)], lambda at: float(np.interp(at, x, z))


def fir(x, foot, tall):
    """A fir tree: tiers of branches with a slight droop, cut from one piece."""
    tiers = 5
    right = []
    for i in range(tiers):
        top = foot + tall * (1 - i / tiers * 0.82)
        low = foot + tall * (1 - (i + 1.25) / tiers * 0.82)
        reach = tall * 0.085 * (i + 1.6)
        right += [(reach * 0.28 * (i > 0), top if i == 0 else top - tall * 0.02), (reach * 0.62, (top + low) / 2), (reach, low)]
    right.append((tall * 0.035, right[-1][1] + tall * 0.02))
    right.append((tall * 0.035, foot - 0.4))
    return [(x + a, z) for a, z in right] + [(x - a, z) for a, z in reversed(right)]


def house(x, foot, wide, tall, depth, wall, roof, glow):
    """A gabled house with lit windows, in two layers."""
    half = wide / 2
    windows = []
    for row in range(2 if tall > 0.9 else 1):
        for side in (-0.24, 0.24):
            left, low = x + side * wide - 0.11, foot + 0.28 + row * 0.52
            windows.append([(left, low), (left + 0.22, low), (left + 0.22, low + 0.3), (left, low + 0.3)])
    gable = [(x - half, foot - 0.5), (x + half, foot - 0.5), (x + half, foot + tall), (x, foot + tall + half * 0.95), (x - half, foot + tall)]
    sheet("house", [gable, *windows], depth, wall)
    studio.mesh(
        "light",
        [(x - half * 0.9, depth + 0.06, foot), (x + half * 0.9, depth + 0.06, foot), (x + half * 0.9, depth + 0.06, foot + tall), (x - half * 0.9, depth + 0.06, foot + tall)],
        [(0, 1, 2, 3)],
        glow,
    )
    over = half + 0.14
    ridge = foot + tall + half * 0.95
    sheet(
        "roof",
        [[(x - over, foot + tall - 0.14), (x, ridge - 0.0), (x + over, foot + tall - 0.14), (x + over, foot + tall + 0.02), (x, ridge + 0.2), (x - over, foot + tall + 0.02)]],
        depth - 0.06,
        roof,
    )


def paper(name, color):
    return studio.grain_texture(material(name, color, 0.95), 45, 0.12, 0.96, 1.02)


def main():
    studio.empty_scene(1080, 1515, samples=72, exposure=0.95, look="AgX - Medium High Contrast")
    white = paper("white", "#fbf6ec")
    gold = paper("gold", "#e3b45c")
    glow = studio.emission("glow", "#ffc468", 5.0)
    moon = studio.emission("moon", "#ffefc6", 1.15)
    star = studio.emission("star", "#ffe9b8", 1.8)
    bottom = 7.9

    sheet("card", [[(-2, -2), (WIDTH + 2, -2), (WIDTH + 2, HEIGHT + 2), (-2, HEIGHT + 2)], arch(0, bottom)], 0, white, 0.05)
    sheet("rim", [[(0.5, 4), (WIDTH - 0.5, 4), (WIDTH - 0.5, 21), (0.5, 21)], arch(0.16, bottom)], 0.16, gold)
    sheet("inner", [[(0.5, 4), (WIDTH - 0.5, 4), (WIDTH - 0.5, 21), (0.5, 21)], arch(0.34, bottom)], 0.5, paper("inner", "#2c4770"))

    # The sky: rings of paper that open towards the moon.
    moon_at = (MIDDLE + 2.35, 16.75)
    sky = ["#1b2f57", "#203a68", "#274679", "#31558b"]
    for i, color in enumerate(sky):
        hole = circle(*moon_at, 5.6 - i * 1.45, 90)
        outline = [(0.5, 4), (WIDTH - 0.5, 4), (WIDTH - 0.5, 23.5), (0.5, 23.5)]
        sheet("sky", [outline, hole] if i < 3 else [outline], 2.2 + i * 0.3, paper(f"sky {i}", color))
    sheet("moon", [circle(*moon_at, 0.92, 90)], 2.75, moon)
    for _ in range(46):
        x, z = random.uniform(2.2, WIDTH - 2.2), random.uniform(12.4, 19.6)
        if math.hypot(x - moon_at[0], z - moon_at[1]) > 1.4:
            sheet("star", [circle(x, z, random.choice([0.028, 0.04, 0.06]), 16)], 2.1, star, 0.01)

    tones = ["#6f93bd", "#8fafd1", "#b3cbe2", "#d5e3f0", "#f4f7fa"]
    greens = ["#2b4f73", "#2a5470", "#265463", "#1f4a52"]
    for i, tone in enumerate(tones):
        depth = 1.95 - i * 0.36
        outline, ground = hill(11.35 - i * 0.72, 0.36 - i * 0.02, 1.2 + i * 1.9)
        sheet("hill", [outline], depth, paper(f"hill {i}", tone))
        if i in (0, 1, 3, 4):
            green = paper(f"fir {i}", greens[min(i, 3)])
            count = {0: 13, 1: 9, 3: 5, 4: 5}[i]
            for x in np.linspace(2.2, WIDTH - 2.2, count) + random.uniform(-0.45, 0.45, count):
                if i in (3, 4) and 4.9 < x < 10.6:
                    continue
                tall = random.uniform(0.9, 1.5) * (1 + i * 0.24)
                sheet("fir", [fir(x, ground(x), tall)], depth + 0.1 + random.uniform(-0.03, 0.03), green)
        if i == 2:
            walls = [paper("wall a", "#c9583f"), paper("wall b", "#e2a24f"), paper("wall c", "#efe3cf")]
            for j, (x, wide, tall) in enumerate(((6.2, 1.25, 1.0), (7.75, 1.0, 0.75), (9.15, 1.35, 1.15))):
                house(x, ground(x) - 0.1, wide, tall, depth + 0.14, walls[j], white, glow)
    for x, z, size in ((4.0, 14.0, 0.5), (5.7, 15.9, 0.36), (10.9, 13.9, 0.42), (3.6, 16.9, 0.26)):
        body = [(x - size * 0.62, z - size), (x + size * 0.62, z - size), (x + size * 0.95, z + size * 0.75), (x + size * 0.6, z + size), (x - size * 0.6, z + size), (x - size * 0.95, z + size * 0.75)]
        sheet("lantern", [body], 1.25, studio.emission("lantern", "#ff8436", 0.85), 0.02)
        flame = [(x - size * 0.4, z - size * 0.85), (x + size * 0.4, z - size * 0.85), (x + size * 0.5, z - size * 0.1), (x, z + size * 0.42), (x - size * 0.5, z - size * 0.1)]
        sheet("flame", [flame], 1.22, studio.emission("flame", "#ffd27a", 2.6), 0.01)

    studio.sky_gradient([(-1, "#8894ad"), (0, "#c5cfe0"), (1, "#eef2f8")], 0.42)
    studio.area_light((-10, -22, 36), (MIDDLE, 0, 9), (5, 5), 11500, "#ffefd6")
    studio.area_light((22, -16, 8), (MIDDLE, 0, 10), (8, 8), 1400, "#dbe6ff")
    view = studio.camera((MIDDLE, -40, HEIGHT / 2), (MIDDLE, 0, HEIGHT / 2), 50)
    view.data.type = "ORTHO"
    view.data.ortho_scale = HEIGHT
    studio.finish(studio.render(), "greeting-card/night.jpg", grain=0.006)


main()
