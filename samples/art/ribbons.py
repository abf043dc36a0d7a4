"""A ring of thin plates in coloured light. Writes event-ticket/ring.jpg."""

import math

import bpy
from mathutils import Matrix, Vector

import studio
from studio import material


def plate(half_wide, half_tall, corner, thickness, made):
    """One rounded plate, standing across the x axis."""
    outline = []
    for cx, cy, start in ((1, 1, 0), (-1, 1, 90), (-1, -1, 180), (1, -1, 270)):
        for step in range(13):
            a = math.radians(start + step * 7.5)
            outline.append((cx * (half_wide - corner) + corner * math.cos(a), cy * (half_tall - corner) + corner * math.sin(a)))
    n = len(outline)
    vertices = [(x, -thickness, y) for x, y in outline] + [(x, thickness, y) for x, y in outline]
    faces = [tuple(range(n)), tuple(reversed(range(n, 2 * n)))] + [(i, n + i, n + (i + 1) % n, (i + 1) % n) for i in range(n)]
    made_object = studio.mesh("plate", vertices, faces, made)
    modifier = made_object.modifiers.new("bevel", "BEVEL")
    modifier.width = thickness * 0.6
    modifier.segments = 2
    return made_object


def main():
    studio.empty_scene(1320, 880, samples=88, exposure=0.0, look="AgX - High Contrast")
    skin = material("skin", "#cfcbe0", 0.34, 0.25, Coat_Weight=0.4, Coat_Roughness=0.15)
    first = None
    count = 200
    for i in range(count):
        t = 2 * math.pi * i / count
        # A ring whose plates turn one and a half times as they go round it.
        place = Vector((math.cos(t) * 2.35, math.sin(t) * 2.35, 0.32 * math.sin(2 * t)))
        turn = Matrix.Rotation(t, 4, "Z") @ Matrix.Rotation(t * 1.5, 4, "Y")
        if first is None:
            first = plate(0.82, 0.82, 0.2, 0.012, skin)
            made_object = first
        else:
            made_object = first.copy()
            bpy.context.scene.collection.objects.link(made_object)
        made_object.matrix_world = Matrix.Translation(place) @ turn
    tilt = bpy.data.objects.new("tilt", None)
    bpy.context.scene.collection.objects.link(tilt)
    for made_object in list(bpy.context.scene.objects):
        if made_object.name.startswith("plate"):
            made_object.parent = tilt
    tilt.rotation_euler = (math.radians(52), math.radians(-14), math.radians(20))
    studio.sky_gradient([(-1, "#07060d"), (0, "#0d0a1c"), (1, "#17102b")], 1.0)
    studio.area_light((-5, -2.5, 3.5), (0, 0, 0), (2.2, 5), 900, "#ff3d8b")
    studio.area_light((5, -2, 2.5), (0, 0, 0), (2, 5), 700, "#2a6bff")
    studio.area_light((0.5, -1, -5), (0, 0, 0), (6, 2), 520, "#ff8a2a")
    studio.area_light((0, 4.5, 4), (0, 0, 0), (6, 2), 620, "#7d3cff")
    studio.area_light((-1, -7, 1), (0, 0, 0), (0.8, 5), 60, "#fff1dd")
    studio.camera((0, -11.2, 0.4), (0, 0, 0.0), 46, focus=(0, -2.2, 0.4), fstop=1.6)
    studio.finish(studio.render(), "event-ticket/ring.jpg", grain=0.014, vignette=0.2)


main()
