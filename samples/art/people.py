"""Small portraits in clay: the authors, hosts and guests of the samples. Writes <sample>/<name>.jpg."""

import math
import sys

import bpy
import numpy as np

import studio
from studio import ball, material

# name: folder, backdrop, skin, hair colour, hair style, jumper, glasses
PEOPLE = {
    "maya": ("social-card", "#f2b59b", "#b97a56", "#2a1a14", "bun", "#1f5c57", True),
    "jonas": ("property-listing", "#a9c3cf", "#e2b08e", "#7a4a26", "short", "#26374f", False),
    "amara": ("name-badge", "#f0c66e", "#7a4a32", "#17110f", "curls", "#b4452f", False),
}


def cap(center, radii, made, keep):
    """The part of an ellipsoid shell for which keep(x, y, z) holds on the unit sphere: hair, a collar."""
    vertices, faces, index = [], [], {}
    rings, turns = 60, 96
    for i in range(rings + 1):
        for j in range(turns):
            a, b = math.pi * i / rings, 2 * math.pi * j / turns
            x, y, z = math.sin(a) * math.cos(b), math.sin(a) * math.sin(b), math.cos(a)
            index[i, j] = len(vertices)
            vertices.append(tuple(c + w * r for c, w, r in zip(center, (x, y, z), radii)))
    for i in range(rings):
        for j in range(turns):
            a, b = math.pi * (i + 0.5) / rings, 2 * math.pi * (j + 0.5) / turns
            if keep(math.sin(a) * math.cos(b), math.sin(a) * math.sin(b), math.cos(a)):
                k = (j + 1) % turns
                faces.append((index[i, j], index[i + 1, j], index[i + 1, k], index[i, k]))
    shell = studio.mesh("shell", vertices, faces, made, smooth=True)
    weld = shell.modifiers.new("weld", "WELD")
    weld.merge_threshold = 0.0005
    solid = shell.modifiers.new("solid", "SOLIDIFY")
    solid.thickness = 0.12
    solid.offset = 1
    round_off = shell.modifiers.new("smooth", "SUBSURF")
    round_off.levels = round_off.render_levels = 2
    return shell


def portrait(name):
    folder, backdrop, skin_color, hair_color, style, jumper, glasses = PEOPLE[name]
    studio.empty_scene(480, 480, samples=96, exposure=0.25, look="AgX - Medium High Contrast")
    skin = material("skin", skin_color, 0.5, Subsurface_Weight=0.18, Subsurface_Radius=(0.3, 0.12, 0.08), Subsurface_Scale=0.3)
    hair = studio.grain_texture(material("hair", hair_color, 0.5), 5, 0.12, 0.8, 1.25)
    wool = studio.grain_texture(material("wool", jumper, 0.95), 42, 0.35, 0.8, 1.15)
    ink = material("ink", "#1b1412", 0.2)
    lip = material("lip", "#a3503f" if skin_color != "#7a4a32" else "#6d2f2a", 0.45)

    random = np.random.default_rng(3)
    ball("head", (0, 0, 0), 1, skin, (0.84, 0.88, 1.04))
    ball("jaw", (0, -0.08, -0.42), 0.66, skin, (0.98, 0.98, 0.98))
    studio.lathe("neck", [(0.36, -1.7), (0.33, -1.1), (0.36, -0.6)], skin, (0, 0.1, 0))
    ball("nose", (0, -0.9, -0.16), 0.115, skin, (0.85, 0.9, 1.05))
    for side in (-1, 1):
        ball("ear", (side * 0.84, 0.03, -0.12), 0.19, skin, (0.5, 0.75, 1.1))
        ball("eye", (side * 0.3, -0.795, 0.06), 0.078, ink, (0.85, 0.5, 1.1))
        ball("glint", (side * 0.3 + 0.025, -0.838, 0.095), 0.016, studio.emission("glint", "#ffffff", 2))
        brow = bpy.data.curves.new("brow", "CURVE")
        brow.dimensions = "3D"
        brow.bevel_depth = 0.03
        spline = brow.splines.new("BEZIER")
        spline.bezier_points.add(1)
        for point, (x, y, z), lift in zip(
            spline.bezier_points, ((side * 0.17, -0.855, 0.27), (side * 0.45, -0.755, 0.26)), (1, 1)
        ):
            point.co = (x, y, z)
            point.handle_left = (x - 0.07, y - 0.02, z + 0.045 * lift)
            point.handle_right = (x + 0.07, y - 0.02, z + 0.045 * lift)
        brow.materials.append(hair)
        bpy.context.scene.collection.objects.link(bpy.data.objects.new("brow", brow))
        if glasses:
            bpy.ops.mesh.primitive_torus_add(
                major_radius=0.235, minor_radius=0.021, location=(side * 0.3, -0.93, 0.03), rotation=(math.pi / 2, 0, side * 0.12), major_segments=64
            )
            bpy.context.object.data.materials.append(ink)
            bpy.ops.object.shade_smooth()
    smile = bpy.data.curves.new("smile", "CURVE")
    smile.dimensions = "3D"
    smile.bevel_depth = 0.024
    spline = smile.splines.new("BEZIER")
    spline.bezier_points.add(1)
    for point, side in zip(spline.bezier_points, (-1, 1)):
        point.co = (side * 0.21, -0.715, -0.46)
        point.handle_left = (side * 0.21 - 0.1, -0.74 - (0.06 if side > 0 else 0), -0.5 - 0.05 * (side > 0))
        point.handle_right = (side * 0.21 + 0.1, -0.74 - (0.06 if side < 0 else 0), -0.5 - 0.05 * (side < 0))
    smile.materials.append(lip)
    bpy.context.scene.collection.objects.link(bpy.data.objects.new("smile", smile))
    if glasses:
        studio.box("bridge", (-0.085, -0.955, 0.05), (0.085, -0.93, 0.08), ink, 0.008)

    radii = (0.87, 0.92, 1.07)
    if style == "bun":
        cap((0, 0.02, 0.02), radii, hair, lambda x, y, z: z > 0.52 or (y > -0.1 and z > -0.62))
        ball("bun", (0.1, 0.3, 1.28), 0.4, hair, (1.05, 1, 0.85))
        for side in (-1, 1):
            ball("lock", (side * 0.72, -0.34, 0.26), 0.2, hair, (0.55, 0.9, 1.7))
    elif style == "short":
        cap((0, 0.02, 0.04), radii, hair, lambda x, y, z: z > 0.56 or (y > 0.12 and z > -0.35) or (abs(x) > 0.8 and z > 0.05 and y > -0.25))
        quiff = ball("quiff", (0.06, -0.42, 0.93), 0.5, hair, (1.3, 0.72, 0.52))
        quiff.rotation_euler = (0.25, 0.12, 0)
    else:
        for i in range(330):
            way = random.normal(size=3)
            way /= np.linalg.norm(way)
            if way[1] < 0.12 and way[2] < 0.42 and not (abs(way[0]) > 0.8 and way[2] > -0.2):
                continue
            if way[2] < -0.45:
                continue
            ball("curl", (way[0] * 1.1, way[1] * 1.02 + 0.14, way[2] * 1.16 + 0.16), random.uniform(0.17, 0.27), hair)
    body = studio.lathe(
        "body", [(0.0, -3.6), (1.55, -3.6), (1.62, -2.7), (1.5, -2.05), (1.15, -1.72), (0.7, -1.5), (0.48, -1.36), (0.46, -1.16), (0.42, -1.14), (0.4, -1.4)], wool, (0, 0.15, 0)
    )
    body.scale = (1, 0.62, 1)

    wall = studio.material("wall", backdrop, 1.0)
    studio.mesh("wall", [(-30, 4, -20), (30, 4, -20), (30, 4, 20), (-30, 4, 20)], [(0, 1, 2, 3)], wall)
    studio.sky_gradient([(-1, "#8a7f86"), (0, "#cfcad0"), (1, "#ffffff")], 0.5)
    studio.area_light((-4, -5, 4.5), (0, 0, 0), (3, 3), 620, "#fff0df")
    studio.area_light((5, -2.5, 1), (0, 0, 0), (2, 4), 170, "#cfe0ff")
    studio.area_light((2.5, 3.2, 4), (0, 0, 0.3), (2, 2), 420, "#ffe3c4")
    studio.camera((0.9, -9, 0.25), (0, 0, -0.1), 84)
    studio.finish(studio.render(), f"{folder}/{name}.jpg", grain=0.004, quality=88)


for who in sys.argv[1:] or PEOPLE:
    portrait(who)
