"""What every scene of the sample art shares: an empty Blender scene, materials, lights, rendering and finishing.

The pictures of the samples are made with Blender's Python module (Cycles) and numpy, so that they are ours to
ship: see ../LICENSES.md. Run a scene with `python mountains.py`; it writes its JPEG files into the sample's folder.
"""

import math
import os
import sys
import tempfile

import bpy
import numpy as np
from mathutils import Vector
from PIL import Image

SAMPLES = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
# A fraction such as 0.4 renders small and fast while a scene is being composed.
DRAFT = float(os.environ.get("DRAFT", "1"))


def empty_scene(width, height, samples, exposure=0.0, look="AgX - Base Contrast"):
    """Starts from nothing and returns the scene, set up for a Cycles render of `width` by `height` pixels."""
    bpy.ops.wm.read_factory_settings(use_empty=True)
    scene = bpy.context.scene
    scene.render.engine = "CYCLES"
    scene.cycles.device = "CPU"
    scene.cycles.samples = max(8, int(samples * min(1.0, DRAFT * 1.2)))
    scene.cycles.use_denoising = True
    scene.cycles.denoiser = "OPENIMAGEDENOISE"
    scene.cycles.max_bounces = 8
    scene.cycles.use_adaptive_sampling = True
    scene.cycles.adaptive_threshold = 0.02
    scene.render.resolution_x = int(width * DRAFT)
    scene.render.resolution_y = int(height * DRAFT)
    scene.render.resolution_percentage = 100
    scene.view_settings.view_transform = "AgX"
    scene.view_settings.look = look
    scene.view_settings.exposure = exposure
    scene.world = bpy.data.worlds.new("world")
    scene.world.use_nodes = True
    return scene


def material(name, color, roughness=0.6, metallic=0.0, **inputs):
    """A Principled material; further inputs by their Blender names with `_` for a space."""
    made = bpy.data.materials.new(name)
    made.use_nodes = True
    shader = made.node_tree.nodes["Principled BSDF"]
    shader.inputs["Base Color"].default_value = linear(color)
    shader.inputs["Roughness"].default_value = roughness
    shader.inputs["Metallic"].default_value = metallic
    for key, value in inputs.items():
        shader.inputs[key.replace("_", " ")].default_value = value
    return made


def grain_texture(made, scale, bump=0.1, low=0.85, high=1.1, detail=6.0):
    """Breaks a flat material up: noise in its colour and in its normal."""
    nodes, links = made.node_tree.nodes, made.node_tree.links
    shader = nodes["Principled BSDF"]
    base = tuple(shader.inputs["Base Color"].default_value)
    noise = nodes.new("ShaderNodeTexNoise")
    noise.inputs["Scale"].default_value = scale
    noise.inputs["Detail"].default_value = detail
    coordinates = nodes.new("ShaderNodeTexCoord")
    links.new(coordinates.outputs["Object"], noise.inputs["Vector"])
    ramp = nodes.new("ShaderNodeValToRGB")
    ramp.color_ramp.elements[0].position = 0.3
    ramp.color_ramp.elements[1].position = 0.7
    ramp.color_ramp.elements[0].color = tuple(c * low for c in base[:3]) + (1,)
    ramp.color_ramp.elements[1].color = tuple(min(1, c * high) for c in base[:3]) + (1,)
    links.new(noise.outputs["Fac"], ramp.inputs["Fac"])
    links.new(ramp.outputs["Color"], shader.inputs["Base Color"])
    if bump:
        node = nodes.new("ShaderNodeBump")
        node.inputs["Strength"].default_value = bump
        links.new(noise.outputs["Fac"], node.inputs["Height"])
        links.new(node.outputs["Normal"], shader.inputs["Normal"])
    return made


def emission(name, color, strength):
    """A material that gives off light."""
    made = bpy.data.materials.new(name)
    made.use_nodes = True
    nodes, links = made.node_tree.nodes, made.node_tree.links
    nodes.clear()
    shader = nodes.new("ShaderNodeEmission")
    shader.inputs["Color"].default_value = linear(color)
    shader.inputs["Strength"].default_value = strength
    output = nodes.new("ShaderNodeOutputMaterial")
    links.new(shader.outputs["Emission"], output.inputs["Surface"])
    return made


def linear(color):
    """`#rrggbb` to Blender's linear RGBA."""
    channels = [int(color[i : i + 2], 16) / 255 for i in (1, 3, 5)]
    return tuple(c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in channels) + (1.0,)


def mesh(name, vertices, faces, made, smooth=False):
    """A mesh object from plain lists."""
    data = bpy.data.meshes.new(name)
    data.from_pydata(vertices, [], faces)
    data.update()
    if smooth:
        data.polygons.foreach_set("use_smooth", [True] * len(data.polygons))
    made_object = bpy.data.objects.new(name, data)
    bpy.context.scene.collection.objects.link(made_object)
    if made:
        data.materials.append(made)
    return made_object


def box(name, low, high, made, bevel=0.0):
    """An axis-parallel box between two corners."""
    (x0, y0, z0), (x1, y1, z1) = low, high
    vertices = [(x, y, z) for x in (x0, x1) for y in (y0, y1) for z in (z0, z1)]
    faces = [(0, 1, 3, 2), (4, 6, 7, 5), (0, 4, 5, 1), (2, 3, 7, 6), (0, 2, 6, 4), (1, 5, 7, 3)]
    made_object = mesh(name, vertices, faces, made)
    if bevel:
        modifier = made_object.modifiers.new("bevel", "BEVEL")
        modifier.width = bevel
        modifier.segments = 3
    return made_object


def lathe(name, profile, made, at=(0, 0, 0), steps=128, subdivide=2):
    """A vessel: a profile of (radius, height) pairs turned about the vertical axis."""
    vertices, faces = [], []
    for i in range(steps):
        angle = 2 * math.pi * i / steps
        vertices += [(r * math.cos(angle), r * math.sin(angle), z) for r, z in profile]
    n = len(profile)
    for i in range(steps):
        for j in range(n - 1):
            a, b = i * n + j, ((i + 1) % steps) * n + j
            faces.append((a, b, b + 1, a + 1))
    made_object = mesh(name, vertices, faces, made, smooth=True)
    made_object.location = at
    if subdivide:
        modifier = made_object.modifiers.new("smooth", "SUBSURF")
        modifier.levels = modifier.render_levels = subdivide
    return made_object


def ball(name, at, radius, made, scale=(1, 1, 1)):
    """A smooth ellipsoid."""
    bpy.ops.mesh.primitive_uv_sphere_add(segments=96, ring_count=48, radius=radius, location=at)
    made_object = bpy.context.object
    made_object.name = name
    made_object.scale = scale
    bpy.ops.object.shade_smooth()
    made_object.data.materials.append(made)
    return made_object


def area_light(at, target, size, power, color="#ffffff"):
    """A soft rectangular light that looks at a point. Power in watts."""
    data = bpy.data.lights.new("area", "AREA")
    data.shape = "RECTANGLE"
    data.size, data.size_y = size
    data.energy = power
    data.color = linear(color)[:3]
    made_object = bpy.data.objects.new("area", data)
    bpy.context.scene.collection.objects.link(made_object)
    made_object.location = at
    look_at(made_object, target)
    return made_object


def sun(rotation_degrees, strength, angle_degrees, color="#ffffff"):
    """A sun: elevation and azimuth (0 is along +y, clockwise), how wide its disc is."""
    elevation, azimuth = (math.radians(v) for v in rotation_degrees)
    data = bpy.data.lights.new("sun", "SUN")
    data.energy = strength
    data.angle = math.radians(angle_degrees)
    data.color = linear(color)[:3]
    made_object = bpy.data.objects.new("sun", data)
    bpy.context.scene.collection.objects.link(made_object)
    towards = Vector(
        (math.cos(elevation) * math.sin(azimuth), math.cos(elevation) * math.cos(azimuth), math.sin(elevation))
    )
    made_object.rotation_euler = towards.to_track_quat("Z", "Y").to_euler()
    return made_object


def camera(at, target, lens, focus=None, fstop=2.8, shift=(0, 0)):
    """The camera: where it stands, what it looks at, focal length in mm, and what it focuses on, if anything."""
    data = bpy.data.cameras.new("camera")
    data.lens = lens
    data.clip_end = 100000
    data.shift_x, data.shift_y = shift
    if focus is not None:
        data.dof.use_dof = True
        data.dof.focus_distance = (Vector(focus) - Vector(at)).length
        data.dof.aperture_fstop = fstop
    made_object = bpy.data.objects.new("camera", data)
    bpy.context.scene.collection.objects.link(made_object)
    made_object.location = at
    look_at(made_object, target)
    bpy.context.scene.camera = made_object
    return made_object


def look_at(made_object, target):
    """Turns an object so that its -z axis points at the target."""
    direction = Vector(target) - Vector(made_object.location)
    made_object.rotation_euler = direction.to_track_quat("-Z", "Y").to_euler()


def sky_gradient(stops, strength=1.0):
    """A world lit by a vertical gradient: (height from -1 to 1, colour) pairs."""
    nodes, links = bpy.context.scene.world.node_tree.nodes, bpy.context.scene.world.node_tree.links
    nodes.clear()
    coordinates = nodes.new("ShaderNodeTexCoord")
    separate = nodes.new("ShaderNodeSeparateXYZ")
    links.new(coordinates.outputs["Generated"], separate.inputs["Vector"])
    scale = nodes.new("ShaderNodeMapRange")
    scale.inputs["From Min"].default_value = -1
    links.new(separate.outputs["Z"], scale.inputs["Value"])
    ramp = nodes.new("ShaderNodeValToRGB")
    ramp.color_ramp.interpolation = "EASE"
    links.new(scale.outputs["Result"], ramp.inputs["Fac"])
    elements = ramp.color_ramp.elements
    while len(elements) < len(stops):
        elements.new(0.5)
    for element, (height, color) in zip(elements, stops):
        element.position = (height + 1) / 2
        element.color = linear(color)
    background = nodes.new("ShaderNodeBackground")
    background.inputs["Strength"].default_value = strength
    links.new(ramp.outputs["Color"], background.inputs["Color"])
    output = nodes.new("ShaderNodeOutputWorld")
    links.new(background.outputs["Background"], output.inputs["Surface"])


def render():
    """Renders with the scene's view transform and returns display values, height by width by 3, from 0 to 1."""
    scene = bpy.context.scene
    with tempfile.TemporaryDirectory() as folder:
        scene.render.image_settings.file_format = "PNG"
        scene.render.image_settings.color_mode = "RGB"
        scene.render.image_settings.color_depth = "16"
        scene.render.filepath = os.path.join(folder, "out.png")
        bpy.ops.render.render(write_still=True)
        return read_pixels(scene.render.filepath, "Non-Color")


def read_pixels(path, colorspace):
    """An image file's stored values as floats, top row first."""
    loaded = bpy.data.images.load(path)
    loaded.colorspace_settings.name = colorspace
    width, height = loaded.size
    pixels = np.empty(width * height * loaded.channels, dtype=np.float32)
    loaded.pixels.foreach_get(pixels)
    return pixels.reshape(height, width, loaded.channels)[::-1, :, :3].copy()


def finish(pixels, path, grain=0.012, vignette=0.0, seed=7, quality=85):
    """Film grain, a soft vignette, and the JPEG file in the samples folder."""
    height, width, _ = pixels.shape
    if vignette:
        y, x = np.mgrid[-1 : 1 : height * 1j, -1 : 1 : width * 1j]
        pixels = pixels * (1 - vignette * np.clip((x**2 + y**2) / 2, 0, 1) ** 1.5)[..., None]
    noise = np.random.default_rng(seed).normal(0, grain, (height, width, 1))
    # Less grain where the picture is very bright or very dark, as on film.
    middle = 1 - np.abs(pixels.mean(axis=2, keepdims=True) * 2 - 1) ** 2
    pixels = np.clip(pixels + noise * (0.35 + 0.65 * middle), 0, 1)
    target = os.path.join(SAMPLES, path) if DRAFT == 1 else os.path.join("/tmp", os.path.basename(path))
    os.makedirs(os.path.dirname(target), exist_ok=True)
    picture = Image.fromarray((pixels * 255 + 0.5).astype(np.uint8))
    picture.save(target, quality=quality, optimize=True, progressive=True, subsampling=0)
    print(f"{target}: {width} x {height}, {os.path.getsize(target) // 1024} kB", file=sys.stderr)
