"""Ceramics in raking light: the product of the shop card. Writes shop-offer/vase.jpg."""

import math

import bpy
import numpy as np

import studio
from studio import material

random = np.random.default_rng(12)


def arch(name, x, y, width, height, depth, made):
    """A block with a round top, standing on the floor."""
    radius = width / 2
    outline = [(-radius, 0), (radius, 0)]
    outline += [
        (radius * math.cos(a), height - radius + radius * math.sin(a)) for a in np.linspace(0, math.pi, 72)
    ]
    front = [(x + px, y, pz) for px, pz in outline]
    back = [(x + px, y + depth, pz) for px, pz in outline]
    n = len(outline)
    faces = [tuple(range(n)), tuple(reversed(range(n, 2 * n)))]
    faces += [(i, n + i, n + (i + 1) % n, (i + 1) % n) for i in range(n)]
    block = studio.mesh(name, front + back, faces, made)
    modifier = block.modifiers.new("bevel", "BEVEL")
    modifier.width = 0.012
    modifier.segments = 4
    modifier.limit_method = "ANGLE"
    return block


def stem(points, radius, made):
    """A dry twig through a few points."""
    curve = bpy.data.curves.new("stem", "CURVE")
    curve.dimensions = "3D"
    curve.bevel_depth = radius
    spline = curve.splines.new("NURBS")
    spline.points.add(len(points) - 1)
    for point, place in zip(spline.points, points):
        point.co = (*place, 1)
    spline.use_endpoint_u = True
    spline.order_u = 3
    curve.materials.append(made)
    twig = bpy.data.objects.new("stem", curve)
    bpy.context.scene.collection.objects.link(twig)


def pampas(root, top, made, thread):
    """A plume of grass: a stem, and fine hairs that stand off its upper half and droop."""
    root, top = np.array(root), np.array(top)
    bend = (root + top) / 2 + np.array([(top[0] - root[0]) * -0.22, 0, 0.12])
    stem([root, bend, top], 0.006, thread)
    curve = bpy.data.curves.new("plume", "CURVE")
    curve.dimensions = "3D"
    curve.bevel_depth = 0.0016
    curve.bevel_resolution = 0
    for i in range(1500):
        t = 0.42 + 0.6 * (i / 1500)
        place = (1 - t) ** 2 * root + 2 * t * (1 - t) * bend + t**2 * top
        along = 2 * (1 - t) * (bend - root) + 2 * t * (top - bend)
        along /= np.linalg.norm(along)
        side = random.normal(size=3)
        side -= along * side.dot(along)
        side /= np.linalg.norm(side)
        width = 0.125 * math.sin(math.pi * min(1, (t - 0.38) / 0.72)) ** 0.8 * random.uniform(0.4, 1)
        end = place + side * width + along * random.uniform(0.08, 0.2) - np.array([0, 0, 0.4 * width])
        spline = curve.splines.new("NURBS")
        spline.points.add(2)
        middle = (place + end) / 2 + along * 0.035
        for point, where, radius in zip(spline.points, (place, middle, end), (1, 0.8, 0.15)):
            point.co = (*where, 1)
            point.radius = radius
        spline.use_endpoint_u = True
    curve.materials.append(made)
    bpy.context.scene.collection.objects.link(bpy.data.objects.new("plume", curve))


def main():
    studio.empty_scene(1080, 1350, samples=96, exposure=0.1, look="AgX - Medium High Contrast")
    wall = studio.grain_texture(material("wall", "#d9a184", 0.95), 3.5, 0.12, 0.93, 1.04)
    floor = studio.grain_texture(material("floor", "#d29a7c", 0.9), 3.5, 0.08, 0.95, 1.03)
    pale = studio.grain_texture(material("pale", "#ead3c1", 0.9), 6, 0.1, 0.95, 1.02)
    deep = studio.grain_texture(material("deep", "#b5694a", 0.9), 6, 0.1, 0.92, 1.05)
    glaze = studio.grain_texture(material("glaze", "#f1ebe1", 0.42, Coat_Weight=0.25), 38, 0.035, 0.94, 1.01)
    clay = studio.grain_texture(material("clay", "#33403f", 0.5), 30, 0.08, 0.8, 1.2)
    straw = material("straw", "#e6cfa6", 0.9)
    stalk = material("stalk", "#9c7b4c", 0.8)

    # Floor and wall in one sweep.
    profile = [(-8, 0), (1.6, 0)] + [
        (1.6 + 0.8 * math.sin(a), 0.8 - 0.8 * math.cos(a)) for a in np.linspace(0, math.pi / 2, 24)[1:]
    ] + [(2.4, 8)]
    vertices = [(x, y, z) for x in (-9, 9) for y, z in profile]
    n = len(profile)
    studio.mesh("sweep", vertices, [(i, n + i, n + i + 1, i + 1) for i in range(n - 1)], wall, smooth=True)
    studio.box("plinth", (-1.15, -0.75, 0), (0.95, 0.55, 0.26), floor, 0.012)
    arch("arch tall", -0.55, 0.85, 1.25, 2.55, 0.32, pale)
    arch("arch low", 0.78, 0.62, 0.9, 1.35, 0.3, deep)

    vase = [
        (0.0, 0.0), (0.24, 0.0), (0.265, 0.015), (0.36, 0.16), (0.425, 0.36), (0.40, 0.56), (0.27, 0.73),
        (0.145, 0.83), (0.115, 0.93), (0.125, 1.02), (0.165, 1.07), (0.158, 1.085), (0.135, 1.07), (0.1, 1.0),
        (0.09, 0.9), (0.12, 0.8), (0.22, 0.68), (0.3, 0.4), (0.0, 0.1),
    ]
    studio.lathe("vase", vase, glaze, (-0.32, -0.05, 0.26))
    bowl = [(0, 0), (0.11, 0), (0.12, 0.02), (0.2, 0.07), (0.275, 0.17), (0.3, 0.27), (0.288, 0.275), (0.26, 0.18), (0.18, 0.09), (0, 0.05)]
    studio.lathe("bowl", bowl, clay, (0.5, -0.3, 0.26))
    studio.ball("stone", (1.28, -0.45, 0.135), 0.135, pale, (1.25, 1.0, 0.95))
    for end in ((-0.95, 0.25, 2.28), (-0.42, 0.2, 2.62), (0.12, 0.1, 2.3)):
        pampas((-0.32, -0.05, 1.1), end, straw, stalk)

    studio.sky_gradient([(-1, "#b58a74"), (0, "#e6c4ae"), (1, "#f4e6da")], 0.36)
    studio.sun((33, 250), 4.6, 1.4, "#ffdcb0")
    studio.area_light((2.8, -4, 3.2), (0, 0, 0.8), (2.5, 2.5), 60, "#ffe9d8")
    # Something outside the picture that throws a leafy shadow across the wall.
    shade = material("shade", "#3a4a30", 1)
    for i in range(9):
        turn = math.radians(-28 + i * 15)
        length = 1.2 + 0.5 * math.sin(i * 1.9)
        root = np.array([-4.9, -0.3, 5.7])
        tip = root + np.array([0.2, math.cos(turn) * length * 0.7, -math.sin(turn) * length])
        across = np.array([0.05, math.sin(turn) * 0.12, math.cos(turn) * 0.12])
        middle = (root * 0.45 + tip * 0.55)
        studio.mesh("frond", [tuple(root), tuple(middle + across), tuple(tip), tuple(middle - across)], [(0, 1, 2, 3)], shade)
    studio.camera((0.15, -6.6, 1.62), (0.1, 0, 1.22), 58, focus=(-0.32, -0.35, 0.7), fstop=3.2)
    studio.finish(studio.render(), "shop-offer/vase.jpg", grain=0.01, vignette=0.1)


main()
